import type { ConsoleAuditEntry } from '@parley/contracts/console';

export type AuditType = ConsoleAuditEntry['type'];

/** Every type has a label: a new one does not compile without. */
const LABELS: Readonly<Record<AuditType, string>> = {
  'credential.created': 'Credential created',
  'credential.used_from_new_address': 'Credential used from a new address',
  'credential.revoked': 'Credential revoked',
  'refresh_token.reused': 'Refresh token used twice',
  'login.succeeded': 'Signed in',
  'login.failed': 'Sign-in failed',
  'login.locked_out': 'Sign-in locked for a time',
  'login.signed_out': 'Signed out',
  'session.revoked': 'Session ended',
  'consent.granted': 'App approved',
  'consent.denied': 'App denied',
  'app.created': 'OAuth app created',
  'app.updated': 'OAuth app changed',
  'app.secret_rotated': 'Secret of an OAuth app rotated',
  'app.deleted': 'OAuth app deleted',
  'user.created': 'Member created',
  'user.updated': 'Member changed',
  'user.role_changed': 'Role changed',
  'user.deactivated': 'Member deactivated',
  'user.activated': 'Member activated',
  'user.password_changed': 'Password changed',
  'user.password_reset': 'Password reset',
  'user.password_reset_link_created': 'Password link created',
  'user.password_reset_requested': 'Password link asked for',
  'invitation.created': 'Member invited',
  'invitation.revoked': 'Invitation revoked',
  'invitation.accepted': 'Invitation accepted',
  'team.created': 'Team created',
  'team.updated': 'Team changed',
  'team.deleted': 'Team deleted',
  'team.member_added': 'Member added to a team',
  'team.member_removed': 'Member removed from a team',
  'workspace.updated': 'Workspace changed',
  'workspace.plan_changed': 'Plan changed',
  'workspace.sla_targets_changed': 'SLA targets changed',
  'inbox.created': 'Inbox created',
  'inbox.renamed': 'Inbox renamed',
  'inbox.team_changed': 'Team of an inbox changed',
  'inbox.deleted': 'Inbox deleted',
  'connection.created': 'Connection created',
  'connection.updated': 'Connection changed',
  'connection.deleted': 'Connection deleted',
  'contact_form.created': 'Contact form created',
  'contact_form.updated': 'Contact form changed',
  'contact_form.deleted': 'Contact form deleted',
  'mailbox.created': 'Mailbox added',
  'mailbox.updated': 'Mailbox changed',
  'mailbox.deleted': 'Mailbox deleted',
  'macro.created': 'Macro created',
  'macro.updated': 'Macro changed',
  'macro.deleted': 'Macro deleted',
  'view.created': 'View created',
  'view.updated': 'View changed',
  'view.deleted': 'View deleted',
  'webhook.created': 'Webhook created',
  'webhook.updated': 'Webhook changed',
  'webhook.secret_rotated': 'Secret of a webhook rotated',
  'webhook.deleted': 'Webhook deleted',
};

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Credentials: ['credential', 'refresh_token'],
  'Sign-in': ['login', 'session', 'consent'],
  'OAuth apps': ['app'],
  Members: ['user', 'invitation', 'team'],
  Workspace: ['workspace', 'inbox', 'connection', 'contact_form', 'mailbox', 'view', 'macro', 'webhook'],
};

/** A type of a newer release is shown by its name. */
export const auditLabel = (type: AuditType): string =>
  (LABELS as Record<string, string | undefined>)[type] ?? type;

export const AUDIT_GROUPS = Object.entries(GROUPS).map(([group, nouns]) => ({
  group,
  items: Object.entries(LABELS)
    .filter(([type]) => nouns.includes(type.split('.')[0] ?? ''))
    .map(([value, label]) => ({ value, label })),
}));

const VALUES_MAX = 3;

/** The details of an entry in a line: nothing that is empty, and no ids, which the whole entry shows. */
export function detailsLabel(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([name, value]) => value !== null && value !== '' && !/(^|_)ids?$/.test(name))
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .flatMap(([name, value]) =>
      name === 'changes' ? Object.entries(value as object) : [[name, value] as const],
    )
    .map(([name, value]: readonly [string, unknown]) => `${name.replaceAll('_', ' ')}: ${valueLabel(value)}`)
    .join(' · ');
}

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

function valueLabel(value: unknown): string {
  if (isChange(value)) return `${valueLabel(value.from)} → ${valueLabel(value.to)}`;
  if (Array.isArray(value)) {
    const rest = value.length - VALUES_MAX;
    const shown = value.slice(0, VALUES_MAX).map(valueLabel).join(', ');
    return rest > 0 ? `${shown} and ${rest} more` : shown;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
