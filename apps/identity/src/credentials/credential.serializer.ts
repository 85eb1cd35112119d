import { encodeId } from '@parley/contracts';
import type { ListedCredentialRow } from './credentials.queries.ts';

function toCredential(row: ListedCredentialRow) {
  return {
    name: row.name,
    scopes: row.scopes,
    last4: row.last4,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

export function toKey(row: ListedCredentialRow) {
  const { id, mode, user_id: creator } = row;
  return {
    ...toCredential(row),
    id: encodeId('key', id),
    mode,
    expires_at: row.expires_at?.toISOString() ?? null,
    allowed_ips: row.allowed_ips,
    created_by: encodeId('user', creator),
  };
}

export function toPat(row: ListedCredentialRow) {
  return {
    ...toCredential(row),
    id: encodeId('pat', row.id),
    user_id: encodeId('user', row.user_id),
    email: row.email,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
