import { insufficientScope } from '../error.ts';
import { webhookEvents } from '../events.ts';
import { acceptedScopes, hasRequiredScope, type Scope, type ScopeRequirement } from '../scope.ts';
import { eventFilterMatches } from '../webhook/webhook.filters.ts';
import { EVENT_SCOPES } from './event.operations.ts';

const scopeOf = (subject: string): ScopeRequirement => EVENT_SCOPES[subject as keyof typeof EVENT_SCOPES];

/** The event types matching `filters` that a credential may read; `undefined` for all types. Throws `insufficient_scope` for none. */
export function readableTypes(
  scopes: readonly Scope[],
  filters: readonly string[] = ['*'],
): readonly string[] | undefined {
  const matching = webhookEvents.filter(({ type }) =>
    filters.some((filter) => eventFilterMatches(filter, type)),
  );
  const readable = matching.filter(({ subject }) => hasRequiredScope(scopes, scopeOf(subject)));
  if (readable.length === 0) {
    const needed = matching.flatMap(({ subject }) => acceptedScopes(scopeOf(subject)));
    throw insufficientScope([...new Set(needed)], 'event');
  }
  return readable.length === webhookEvents.length ? undefined : readable.map(({ type }) => type);
}
