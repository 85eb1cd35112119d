/** The permissions of a credential, always stored and shown as `resource:action`. */
export const SCOPES = [
  'conversations:read',
  'conversations:write',
  'contacts:read',
  'contacts:write',
  'tickets:read',
  'tickets:write',
  'users:read',
  'users:write',
  'files:read',
  'files:write',
  'views:read',
  'views:write',
  'notifications:manage',
  'macros:read',
  'macros:write',
  'webhooks:manage',
  'mailboxes:manage',
] as const;

export type Scope = (typeof SCOPES)[number];

/** What a key or personal access token has: scopes, or the bundle of all, which grows with new resources. */
export const GRANTS = ['all', ...SCOPES] as const;
export type Grant = (typeof GRANTS)[number];

/** The scopes that a credential has at present. */
export const scopesOf = (grants: readonly Grant[]): readonly Scope[] =>
  grants.includes('all') ? SCOPES : (grants as readonly Scope[]);

/** Shown on the consent page and in the API document. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  'conversations:read': 'Read conversations and their messages',
  'conversations:write': 'Create, update and delete conversations and messages, which are written as you',
  'contacts:read': 'Read contacts',
  'contacts:write': 'Create, update and delete contacts',
  'tickets:read': 'Read tickets and inboxes',
  'tickets:write': 'Create, update and delete tickets',
  'users:read': 'Read the users and teams of the workspace',
  'users:write':
    'Manage users, their roles and their status, teams, inboxes and the settings of the workspace, and so make admins, who may do everything',
  'files:read': 'Read files',
  'files:write': 'Upload and manage files',
  'views:read': 'Read views of tickets and conversations, without the records in them',
  'views:write': 'Create, update and delete views',
  'notifications:manage': 'Read your notifications, and manage their settings and the browsers that get them',
  'macros:read': 'Read macros, and apply them where the other scopes allow it',
  'macros:write': 'Create, update and delete macros',
  'webhooks:manage':
    'Manage webhooks, which send the content of every event (tickets, conversations, messages, contacts) to external URLs, ' +
    'whatever the other scopes are',
  'mailboxes:manage':
    'Manage mailboxes, connections, contact forms, sending domains and rules about senders; see who has written what subject to mailboxes, ' +
    'and release what is held back',
};

export const ROLES = ['admin', 'agent', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** One scope, any one of several, or any valid token. */
export type ScopeRequirement = Scope | { readonly anyOf: readonly Scope[] } | 'any-token';

const WRITABLE_BY_AGENTS = ['conversations', 'contacts', 'tickets', 'files', 'views', 'macros'];

/** The scopes that a role allows at most. `write` does not imply `read`. */
export function scopesOfRole(role: Role): readonly Scope[] {
  if (role === 'admin') return SCOPES;
  return SCOPES.filter((scope) => {
    const [resource, action] = scope.split(':') as [string, string];
    // Notifications are those of the user alone, whatever their role is.
    if (action === 'read' || scope === 'notifications:manage') return true;
    return role === 'agent' && action === 'write' && WRITABLE_BY_AGENTS.includes(resource);
  });
}

/** Accepts `tickets:read` and `read:tickets`; `null` for an unknown scope. */
export function normalizeScope(text: string): Scope | null {
  const [first, second, ...rest] = text.split(':');
  if (first === undefined || second === undefined || rest.length > 0) return null;
  return SCOPES.find((scope) => scope === `${first}:${second}` || scope === `${second}:${first}`) ?? null;
}

/** The scopes any one of which is enough; empty if any token is. */
export function acceptedScopes(requirement: ScopeRequirement): readonly Scope[] {
  if (requirement === 'any-token') return [];
  return typeof requirement === 'string' ? [requirement] : requirement.anyOf;
}

export function hasRequiredScope(held: readonly Scope[], requirement: ScopeRequirement): boolean {
  return requirement === 'any-token' || acceptedScopes(requirement).some((scope) => held.includes(scope));
}
