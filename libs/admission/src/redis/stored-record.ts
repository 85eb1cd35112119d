import type { TokenRecord } from '@parley/contracts';
import { principalOf } from '../principal.ts';
import type { StoredRecord } from './scripts.ts';

/** Longer than any token entry, each of which renews it: a workspace entry that goes costs a look-up, no more. */
export const LIMIT_TTL_MS = 86_400_000;

/**
 * A record as the scripts store it. Lives differ by ±10 %, so that what was looked up together (after a FLUSHALL, say)
 * is not looked up together for ever.
 */
export function storedRecord(
  record: TokenRecord,
  ttl: { recordTtlMs: number; unknownTtlMs: number },
): StoredRecord {
  const principal = principalOf(record);
  const lifeMs = Math.round(ttl.recordTtlMs * (0.9 + Math.random() * 0.2));
  if (principal === null) {
    return record.state === 'revoked'
      ? ['gone', lifeMs, '', '', '', 0, 0, LIMIT_TTL_MS]
      : ['unknown', ttl.unknownTtlMs, '', '', '', 0, 0, LIMIT_TTL_MS];
  }
  const { workspaceId, mode } = principal;
  const expiresAt = record.expiresAt ?? 0;
  return ['ok', lifeMs, JSON.stringify(principal), workspaceId, mode, expiresAt, record.limit, LIMIT_TTL_MS];
}
