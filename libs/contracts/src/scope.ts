/** What a credential may do (spec "Scopes"; decisions.md section 3). Stored and shown resource-first. */
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
  'webhooks:manage',
] as const;

export type Scope = (typeof SCOPES)[number];

/** What a scope allows, as users and developers are told. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  'conversations:read': 'Read conversations and their messages',
  'conversations:write': 'Start and change conversations, and write messages as you',
  'contacts:read': 'Read contacts',
  'contacts:write': 'Add, change and delete contacts',
  'tickets:read': 'Read tickets and inboxes',
  'tickets:write': 'Open and change tickets',
  'users:read': 'Read the users and teams of the workspace',
  'users:write': 'Manage users: their roles, and who is active',
  'files:read': 'Read files',
  'files:write': 'Upload and manage files',
  'webhooks:manage': 'Manage webhooks, which send events to other addresses',
};

export const ROLES = ['admin', 'agent', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** What an operation asks of a credential: one scope, any one of several, or only that it is valid. */
export type ScopeRequirement = Scope | { readonly anyOf: readonly Scope[] } | 'any-token';

const WRITABLE_BY_AGENTS = ['conversations', 'contacts', 'tickets', 'files'];

/** The scopes that a user of this role can ever exercise. `write` never implies `read`. */
export function scopesOfRole(role: Role): readonly Scope[] {
  if (role === 'admin') return SCOPES;
  return SCOPES.filter((scope) => {
    const [resource, action] = scope.split(':') as [string, string];
    return (
      action === 'read' || (role === 'agent' && action === 'write' && WRITABLE_BY_AGENTS.includes(resource))
    );
  });
}

/** Accepts both notations (`tickets:read`, `read:tickets`) and answers the canonical one, or `null` if unknown. */
export function normalizeScope(text: string): Scope | null {
  const [first, second, ...rest] = text.split(':');
  if (first === undefined || second === undefined || rest.length > 0) return null;
  return SCOPES.find((scope) => scope === `${first}:${second}` || scope === `${second}:${first}`) ?? null;
}

/** Whether these scopes satisfy the requirement. */
export function hasRequiredScope(held: readonly Scope[], requirement: ScopeRequirement): boolean {
  if (requirement === 'any-token') return true;
  if (typeof requirement === 'string') return held.includes(requirement);
  return requirement.anyOf.some((scope) => held.includes(scope));
}
