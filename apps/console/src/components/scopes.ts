import type { Scope } from '@parley/contracts';

interface ScopeOption {
  scope: Scope;
  action: string;
  meaning: string;
}

const option = (scope: Scope, action: string, meaning: string): ScopeOption => ({ scope, action, meaning });

/**
 * Meanings of scopes, in words that are shorter than those of the consent page, because the resource stands beside
 * them.
 */
const MEANINGS: Readonly<Record<Scope, ScopeOption>> = {
  'conversations:read': option('conversations:read', 'Read', 'Conversations and messages'),
  'conversations:write': option('conversations:write', 'Write', 'Create, update, reply'),
  'contacts:read': option('contacts:read', 'Read', 'Contacts'),
  'contacts:write': option('contacts:write', 'Write', 'Create, update, delete'),
  'tickets:read': option('tickets:read', 'Read', 'Tickets and inboxes'),
  'tickets:write': option('tickets:write', 'Write', 'Create and update'),
  'users:read': option('users:read', 'Read', 'Members and teams'),
  'users:write': option('users:write', 'Write', 'Roles, teams, inboxes'),
  'files:read': option('files:read', 'Read', 'Files'),
  'files:write': option('files:write', 'Write', 'Upload and delete'),
  'webhooks:manage': option('webhooks:manage', 'Manage', 'Sends the content of every event to other sites'),
};

const RESOURCES = ['Tickets', 'Conversations', 'Contacts', 'Files', 'Users', 'Webhooks'] as const;

export const SCOPE_GROUPS: readonly { resource: string; scopes: readonly ScopeOption[] }[] = RESOURCES.map(
  (resource) => ({
    resource,
    scopes: Object.values(MEANINGS).filter(({ scope }) => scope.startsWith(`${resource.toLowerCase()}:`)),
  }),
);

/** Such as "3 scopes", "all scopes", or the name of a single one. */
export function summarizeScopes(scopes: readonly Scope[]): string {
  if (scopes.length === Object.keys(MEANINGS).length) return 'all scopes';
  return scopes.length === 1 ? (scopes[0] ?? '') : `${scopes.length} scopes`;
}
