import { ApiError } from '@parley/contracts';
import {
  PRUNE_BATCH,
  versionOf,
  type IdempotencyClaim,
  type HandlerResult,
  type Encryptor,
  type TenantContext,
} from '@parley/kernel';
import type { Scoped } from '../scoped.ts';
import { systemStatement, tenantStatement } from '../statement.ts';

interface Kept {
  fingerprint: string;
  /** Null while the request that took the key is still running. */
  answer: Buffer | null;
  /** Of the record that the answer shows, if it shows one. */
  version: string | null;
}

const find = tenantStatement<Kept>(
  'idempotency.find',
  `select fingerprint, answer, version from idempotency_key
    where workspace_id = $1 and mode = $2 and credential_id = $3 and key = $4 and expires_at > now()`,
);

const lock = tenantStatement<{ locked: boolean }>(
  'idempotency.lock',
  `select pg_try_advisory_xact_lock(hashtextextended(concat_ws('|', $1::text, $2::text, $3::text, $4::text), 0)) as locked`,
);

const keep = tenantStatement<never>(
  'idempotency.keep',
  `insert into idempotency_key (workspace_id, mode, credential_id, key, fingerprint, answer, expires_at, version)
   values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7::double precision / 1000), $8)
   on conflict (workspace_id, mode, credential_id, key) do update
     set fingerprint = excluded.fingerprint, answer = excluded.answer, expires_at = excluded.expires_at,
         version = excluded.version`,
);

/** Only of a request that has no answer: the key is free again. */
const release = tenantStatement<never>(
  'idempotency.release',
  `delete from idempotency_key
    where workspace_id = $1 and mode = $2 and credential_id = $3 and key = $4 and answer is null`,
);

/**
 * How long a key stays taken by a request that died with its process: longer than any request may run, or a repeat
 * would run beside it.
 */
const RESERVED_MS = 60_000;

/** The last condition is judged again on a row that was kept anew in the meantime; the sub-select is not. */
export const pruneExpired = systemStatement<{ pruned: number }>(
  'idempotency.prune',
  'the expired keys of all tenants go together',
  `delete from idempotency_key where (workspace_id, mode, credential_id, key) in (
     select workspace_id, mode, credential_id, key from idempotency_key
      where expires_at <= now() order by expires_at limit ${PRUNE_BATCH})
    and expires_at <= now() returning 1 as pruned`,
);

/** An answer that was given before, found only when the transaction had already begun. */
export class Replay extends Error {
  constructor(readonly reply: HandlerResult) {
    super('the request was already answered');
  }
}

/** Answers by Idempotency-Key, kept in the transaction of the write they belong to (decisions.md section 1). */
export class IdempotencyStore {
  readonly #kept = new WeakSet<IdempotencyClaim>();
  readonly #reserved = new WeakSet<IdempotencyClaim>();

  constructor(
    private readonly sealer: Encryptor,
    private readonly ttlMs: number,
  ) {}

  /**
   * The earlier answer, or `undefined`. Throws `idempotency_mismatch` when the key was used for another request, and
   * `idempotency_in_progress` when that is reserved by one that is running.
   */
  async find(db: Scoped<TenantContext>, claim: IdempotencyClaim): Promise<HandlerResult | undefined> {
    const kept = await db.one(find, [claim.credentialId, claim.key]);
    if (kept === undefined) return undefined;
    if (kept.fingerprint !== claim.fingerprint) throw new ApiError('idempotency_mismatch');
    if (kept.answer === null) throw new ApiError('idempotency_in_progress');
    const value = this.#opened(kept.answer, claim);
    if (value === undefined) return undefined;
    return { value, replayed: true, ...(kept.version === null ? {} : { version: kept.version }) };
  }

  /** Whether a request has this key that was answered, or that has reserved it. */
  async isUsed(db: Scoped<TenantContext>, credentialId: string, key: string): Promise<boolean> {
    return (await db.one(find, [credentialId, key])) !== undefined;
  }

  /** Takes the key for the time of the transaction. Throws `Replay`, or `idempotency_in_progress`. */
  async claim(tx: Scoped<TenantContext>, claim: IdempotencyClaim): Promise<void> {
    if (this.#reserved.has(claim)) return;
    // Sent together: the second is run after the first, so it sees what a holder of the lock has committed.
    const locking = tx.query(lock, [claim.credentialId, claim.key]);
    const [[row], earlier] = await Promise.all([locking, this.find(tx, claim)]);
    if (row?.locked !== true) throw new ApiError('idempotency_in_progress');
    if (earlier !== undefined) throw new Replay(earlier);
  }

  /** Takes the key for longer than a transaction: until `keep`, `release`, or a minute after the process has died. */
  async reserve(tx: Scoped<TenantContext>, claim: IdempotencyClaim): Promise<void> {
    await this.claim(tx, claim);
    await tx.query(keep, [claim.credentialId, claim.key, claim.fingerprint, null, RESERVED_MS, null]);
  }

  /** Notes that the transaction which reserved the key has committed. */
  reserved(claim: IdempotencyClaim): void {
    this.#reserved.add(claim);
  }

  /** Gives back the key of a request that failed, if it was reserved. */
  async release(db: Scoped<TenantContext>, claim: IdempotencyClaim): Promise<void> {
    if (this.#reserved.delete(claim)) await db.query(release, [claim.credentialId, claim.key]);
  }

  /** Keeps the answer; it exists if and only if the transaction commits. */
  async keep(tx: Scoped<TenantContext>, claim: IdempotencyClaim, value: unknown): Promise<void> {
    const answer = this.sealer.encrypt(JSON.stringify(value ?? null), aboutOf(claim));
    const version = versionOf(value) ?? null;
    await tx.query(keep, [claim.credentialId, claim.key, claim.fingerprint, answer, this.ttlMs, version]);
  }

  /** Notes that the transaction which kept the answer has committed. */
  kept(claim: IdempotencyClaim): void {
    this.#kept.add(claim);
  }

  /** Whether a transaction has kept the answer of this request. */
  hasKept(claim: IdempotencyClaim): boolean {
    return this.#kept.has(claim);
  }

  /** What cannot be decrypted any more, because its key was taken away, is as good as gone: the request runs anew. */
  #opened(answer: Buffer, claim: IdempotencyClaim): unknown {
    let text: string;
    try {
      text = this.sealer.decrypt(answer, aboutOf(claim)).toString();
    } catch {
      return undefined;
    }
    return JSON.parse(text) as unknown;
  }
}

function aboutOf(claim: IdempotencyClaim): string {
  return `idempotency:${claim.credentialId}:${claim.key}`;
}
