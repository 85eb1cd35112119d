import { uuidOf, type Id } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { uuidFor } from '@parley/runtime/records';

/** The uuid of the draft that a user has in a conversation. */
export const uuidOfDraft = (conversation: Id<'conversation'>, user: Id<'user'>): string =>
  uuidFor('conversation', uuidOf('conversation', conversation), uuidOf('user', user));

/**
 * The uuid of the draft that a new message takes the place of, or null if there is none: programs write with the API key of an admin,
 * who may be writing something else meanwhile.
 */
export function uuidOfReplaced(
  { principal }: Pick<TenantContext, 'principal'>,
  conversation: Id<'conversation'>,
  author: 'user' | 'contact',
): string | null {
  if (principal === undefined || principal.type === 'api_key' || author === 'contact') return null;
  return uuidOfDraft(conversation, principal.userId);
}
