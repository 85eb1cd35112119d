import type { Grant, Scope } from '@parley/contracts';

/** Meanings in fewer words than on the consent page, because the resource and the action stand beside them. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  'tickets:read': 'Tickets and inboxes',
  'tickets:write': 'Create and update',
  'conversations:read': 'Conversations and messages',
  'conversations:write': 'Create, update, reply',
  'contacts:read': 'Contacts',
  'contacts:write': 'Create, update, delete',
  'files:read': 'Files',
  'files:write': 'Upload and delete',
  'users:read': 'Members and teams',
  'users:write': 'Roles, teams, inboxes',
  'views:read': 'Views, without their records',
  'views:write': 'Create, update, delete',
  'notifications:manage': 'Your notifications',
  'macros:read': 'Macros, to apply them',
  'macros:write': 'Create, update, delete',
  'webhooks:manage': 'Sends the content of every event to other sites',
  'mailboxes:manage': 'Mailboxes and other channels, through which replies leave',
};

export const SCOPES = Object.keys(SCOPE_MEANINGS) as Scope[];

/** Such as "3 scopes", "all scopes", or the name of a single one. */
export function summarizeScopes(scopes: readonly Grant[]): string {
  if (scopes.includes('all') || scopes.length === SCOPES.length) return 'all scopes';
  return scopes.length === 1 ? (scopes[0] ?? '') : `${scopes.length} scopes`;
}
