import { Injectable } from '@nestjs/common';
import { ApiError, encodeId, namesIn } from '@parley/contracts';
import { type IdempotencyClaim, type TenantContext } from '@parley/runtime/context';
import { Encryptor } from '@parley/runtime/encryptor';
import { type HandlerResult } from '@parley/runtime/handlers';
import { versionOf } from '@parley/runtime/records';
import { PRUNE_BATCH } from '@parley/runtime/scheduling';
import { PersistenceConfig } from '../persistence.config.ts';
import type { TenantDatabase } from '../transaction/tenant-database.ts';
import type { ErasureStep } from '../erasure/service-erasure.ts';
import { systemStatement, tenantStatement, workspaceStatement } from '../statements/statement.ts';

interface ClaimedRow {
  credential_id: string;
  key: string;
  response: Buffer;
}

interface StoredResponse {
  fingerprint: string;
  /** Null while the request that reserved the key is in progress. */
  response: Buffer | null;
  version: string | null;
}

const find = tenantStatement<StoredResponse>(
  'idempotency.find',
  `select fingerprint, response, version from idempotency_key
    where workspace_id = $1 and mode = $2 and credential_id = $3 and key = $4 and expires_at > now()`,
);

const tryLock = tenantStatement<{ locked: boolean }>(
  'idempotency.lock',
  `select pg_try_advisory_xact_lock(hashtextextended(concat_ws('|', $1::text, $2::text, $3::text, $4::text), 0)) as locked`,
);

const save = tenantStatement<never>(
  'idempotency.save',
  `insert into idempotency_key (workspace_id, mode, credential_id, key, fingerprint, response, expires_at, version, names)
   values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7::double precision / 1000), $8, $9)
   on conflict (workspace_id, mode, credential_id, key) do update
     set fingerprint = excluded.fingerprint, response = excluded.response, expires_at = excluded.expires_at,
         version = excluded.version, names = excluded.names`,
);

const release = tenantStatement<never>(
  'idempotency.release',
  `delete from idempotency_key
    where workspace_id = $1 and mode = $2 and credential_id = $3 and key = $4 and response is null`,
);

/** How long a key stays reserved if its process dies: longer than any request, or a retry could run concurrently. */
const RESERVATION_MS = 60_000;

/** The last condition is evaluated again on a row that was renewed in the meantime; the subquery is not. */
export const pruneExpired = systemStatement<{ pruned: number }>(
  'idempotency.prune',
  'expired keys of all tenants are deleted together',
  `delete from idempotency_key where (workspace_id, mode, credential_id, key) in (
     select workspace_id, mode, credential_id, key from idempotency_key
      where expires_at <= now() order by expires_at limit ${PRUNE_BATCH})
    and expires_at <= now() returning 1 as pruned`,
);

/** Responses that name `$3`. */
const findNaming = tenantStatement<ClaimedRow>(
  'idempotency.find_naming',
  `select credential_id, key, response from idempotency_key
    where workspace_id = $1 and mode = $2 and names @> array[$3::text] and response is not null and expires_at > now()`,
);

/** Not of a key whose time was over meanwhile, and which is that of another request. */
const replace = tenantStatement<never>(
  'idempotency.replace',
  `update idempotency_key set response = $6, version = $7
    where workspace_id = $1 and mode = $2 and credential_id = $3 and key = $4 and response = $5`,
);

const ERASE_PAGE = 5_000;

/** Deletes what names contact `$3` from the page after `($4, $5)`. */
const eraseNamed = workspaceStatement<{ read: number; erased: number; credential_id: string; key: string }>(
  'idempotency.erase_named',
  `with page as materialized (
     select credential_id, key, names from idempotency_key
      where workspace_id = $1 and mode = $2 and (credential_id, key) > ($4, $5)
      order by credential_id, key limit ${ERASE_PAGE}),
   erased as (
     delete from idempotency_key k using page p
      where k.workspace_id = $1 and k.mode = $2 and k.credential_id = p.credential_id and k.key = p.key
        and p.names @> array[$3::text] returning 1)
   select credential_id, key, (select count(*)::int from page) as read, (select count(*)::int from erased) as erased
     from page order by credential_id desc, key desc limit 1`,
);

/** Thrown by a transaction whose request turns out to have completed before. */
export class Replay extends Error {
  constructor(readonly result: HandlerResult) {
    super('the request has already completed');
  }
}

/** Responses by Idempotency-Key, saved in the transaction of their write. */
@Injectable()
export class IdempotencyStore {
  /** Claims whose response was saved by a transaction that has committed. */
  readonly saved = new WeakSet<IdempotencyClaim>();
  /** Claims that were reserved by a transaction that has committed. */
  readonly reserved = new WeakSet<IdempotencyClaim>();

  constructor(
    private readonly encryptor: Encryptor,
    private readonly config: PersistenceConfig,
  ) {}

  /** The saved response. Throws `idempotency_mismatch` if the key is of another request, `idempotency_in_progress` if reserved. */
  async find(db: TenantDatabase<TenantContext>, claim: IdempotencyClaim): Promise<HandlerResult | undefined> {
    const stored = await db.one(find, [claim.credentialId, claim.key]);
    if (stored === undefined) return undefined;
    if (stored.fingerprint !== claim.fingerprint) throw new ApiError('idempotency_mismatch');
    if (stored.response === null) throw new ApiError('idempotency_in_progress');
    // Whatever it throws: the request has had its effect and must not run again.
    const value = JSON.parse(this.#textOf(stored.response, claim)) as unknown;
    return { value, replayed: true, ...(stored.version === null ? {} : { version: stored.version }) };
  }

  /** Locks the key for the transaction. Throws `Replay`, or `idempotency_in_progress`. */
  async lock(tx: TenantDatabase<TenantContext>, claim: IdempotencyClaim): Promise<void> {
    if (this.reserved.has(claim)) return;
    // Pipelined: the second runs after the first, so it sees what the previous holder of the lock has committed.
    const locking = tx.query(tryLock, [claim.credentialId, claim.key]);
    const [[row], earlier] = await Promise.all([locking, this.find(tx, claim)]);
    if (row?.locked !== true) throw new ApiError('idempotency_in_progress');
    if (earlier !== undefined) throw new Replay(earlier);
  }

  /** Reserves the key for longer than a transaction: until `save`, `release`, or a minute after the process has died. */
  async reserve(tx: TenantDatabase<TenantContext>, claim: IdempotencyClaim): Promise<void> {
    await this.lock(tx, claim);
    await tx.query(save, [claim.credentialId, claim.key, claim.fingerprint, null, RESERVATION_MS, null, []]);
  }

  async release(db: TenantDatabase<TenantContext>, claim: IdempotencyClaim): Promise<void> {
    if (this.reserved.delete(claim)) await db.query(release, [claim.credentialId, claim.key]);
  }

  /** Saves the response, in the same commit as the write. */
  async save(tx: TenantDatabase<TenantContext>, claim: IdempotencyClaim, value: unknown): Promise<void> {
    const text = JSON.stringify(value ?? null);
    const response = this.encryptor.encrypt(text, encryptionContext(claim));
    const kept = [response, this.config.IDEMPOTENCY_TTL, versionOf(value) ?? null, namesIn(text)];
    await tx.query(save, [claim.credentialId, claim.key, claim.fingerprint, ...kept]);
  }

  /**
   * Replaces the responses that show a record by the record as it is now, so that no repetition shows what was removed from it.
   * @param name id of a contact or a conversation that the record names
   */
  async replace(tx: TenantDatabase<TenantContext>, name: string, record: { id: string }): Promise<void> {
    for (const { credential_id: credentialId, key, response } of await tx.query(findNaming, [name])) {
      const claim = { credentialId, key };
      const shown = JSON.parse(this.#textOf(response, claim)) as { id?: unknown } | null;
      if (shown?.id !== record.id) continue;
      const replaced = this.encryptor.encrypt(JSON.stringify(record), encryptionContext(claim));
      await tx.query(replace, [credentialId, key, response, replaced, versionOf(record) ?? null]);
    }
  }

  readonly eraseContact: ErasureStep = async (tx, { mode, subjectId }, position) => {
    const after = position === '' ? ['', ''] : (JSON.parse(position) as string[]);
    const last = await tx.one(eraseNamed, [mode, encodeId('contact', subjectId), ...after]);
    const next =
      last === undefined || last.read < ERASE_PAGE ? null : JSON.stringify([last.credential_id, last.key]);
    return { erased: last?.erased ?? 0, next };
  };

  #textOf(response: Buffer, claim: ClaimedKey): string {
    return this.encryptor.decrypt(response, encryptionContext(claim)).toString();
  }
}

type ClaimedKey = Pick<IdempotencyClaim, 'credentialId' | 'key'>;

export function encryptionContext(claim: ClaimedKey): string {
  return `idempotency:${claim.credentialId}:${claim.key}`;
}
