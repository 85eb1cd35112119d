import type { TokenRecord } from '@parley/contracts';
import type { StateOptions } from '../auth-state.ts';
import { ownLimitOf, principalOf } from '../principal.ts';
import type { TokenEntry } from './scripts.ts';
import type { SignedPrincipals } from './signed-principals.ts';

/** Longer than any token entry, each of which renews it: an expired workspace entry costs one look-up. */
export const LIMIT_TTL_MS = 86_400_000;

/** The record of a token as the scripts store it. TTLs vary by ±10 %, so that tokens cached together do not expire together. */
export function tokenEntry(
  hash: string,
  record: TokenRecord,
  ttl: Required<StateOptions>,
  principals: SignedPrincipals,
): TokenEntry {
  const principal = principalOf(record);
  const ttlMs = Math.round(ttl.recordTtlMs * (0.9 + Math.random() * 0.2));
  if (principal === null)
    return record.state === 'revoked'
      ? ['revoked', ttlMs, '', '', '', '', 0, 0, LIMIT_TTL_MS, '', 0]
      : ['unknown', ttl.unknownTtlMs, '', '', '', '', 0, 0, LIMIT_TTL_MS, '', 0];
  const { workspaceId, mode, credentialId } = principal;
  const text = principals.sign(hash, principal);
  const expiresAt = record.expiresAt ?? 0;
  const own = ownLimitOf(principal) ?? { subject: '', limit: 0 };
  return [
    ...([
      'active',
      ttlMs,
      text,
      workspaceId,
      mode,
      credentialId,
      expiresAt,
      record.limit,
      LIMIT_TTL_MS,
    ] as const),
    ...([own.subject, own.limit] as const),
  ];
}
