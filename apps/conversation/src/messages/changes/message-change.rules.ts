import { ApiError, uuidOf, type Principal } from '@parley/contracts';
import type { MessageRow } from '../message.entity.ts';

type Author = Pick<MessageRow, 'author_type' | 'author_id'>;

/**
 * Throws `role_forbidden` for a user who has not written a message and is no admin: an API key belongs to the workspace, and acts for all of
 * it.
 */
export function requireOwn({ author_type: type, author_id: id }: Author, principal: Principal): void {
  if (principal.type === 'api_key' || principal.role === 'admin') return;
  if (type === 'user' && id === uuidOf('user', principal.userId)) return;
  throw new ApiError('role_forbidden', {
    message: 'Only an admin may change what somebody else has written.',
  });
}

/** Throws `not_editable` for anything but an internal note that a user has typed: the others are what was sent or received. */
export function requireEditable({
  type,
  email,
  redacted_at: redactedAt,
}: Pick<MessageRow, 'type' | 'email' | 'redacted_at'>): void {
  if (type !== 'note')
    throw new ApiError('not_editable', { message: `A ${type} cannot be edited, only an internal note.` });
  if (email !== null)
    throw new ApiError('not_editable', { message: 'A note that came as a mail cannot be edited.' });
  if (redactedAt !== null)
    throw new ApiError('not_editable', { message: 'A note that was redacted cannot be edited.' });
}
