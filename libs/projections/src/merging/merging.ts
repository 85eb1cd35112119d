import { invalidParameter, notFound, UNMERGE_WITHIN_DAYS } from '@parley/contracts';
import {
  uniqueViolation,
  type LockedRead,
  type Statement,
  type TenantDatabase,
  type Transaction,
} from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import type { RecordRow } from '../records/record.entity.ts';
import { canBeUndone, contains, directOf, type Gained, type MergedRecord } from './merge.rules.ts';

type OfTenant<Row> = Statement<Row, 'tenant'>;

/** A merged record with all that it was and what its survivor has of it. */
export interface Merged<Row extends RecordRow, Got extends Gained> extends MergedRecord {
  readonly record: Row;
  readonly gained: Got;
}

/** What merging a table of records needs: the statements of {@link mergeStatements}, and the rows. */
export interface MergingOf<Row extends RecordRow, Got extends Gained> {
  readonly kind: 'ticket' | 'conversation';
  /** Locks the rows `$3` in the order of their ids, and no others. */
  readonly rows: LockedRead<Row, 'tenant'>;
  /** Whether there is a record among `$3`, or one that it was merged into. */
  readonly known: OfTenant<{ id: string }>;
  readonly survivors: OfTenant<{ id: string; survivor_id: string }>;
  readonly ofSurvivor: OfTenant<Merged<Row, Got>>;
  readonly take: OfTenant<never>;
  readonly redirect: OfTenant<never>;
  readonly restore: OfTenant<never>;
  readonly reassign: OfTenant<never>;
  readonly forget: OfTenant<{ id: string; contact_id: string | null }>;
}

/** How often a merge that others overtake is begun again. */
const ATTEMPTS = 10;

interface Locked<Row> {
  readonly survivor: Row;
  readonly others: Row[];
}

/** A record that is about to be given back. */
interface Returning<Row extends RecordRow, Got extends Gained> {
  readonly survivor: Row;
  /** Those that are given back, in the order of their ids. */
  readonly back: Merged<Row, Got>[];
  /** All others that the survivor has. */
  readonly rest: Merged<Row, Got>[];
}

/** Merges the records of a table, and undoes it. All that a transaction touches is locked first, in the order of ids. */
export class Merging<Row extends RecordRow, Got extends Gained> {
  constructor(private readonly of: MergingOf<Row, Got>) {}

  /** The uuid of the record that answers for the one with a uuid. */
  async survivorOf(db: TenantDatabase<TenantContext>, id: string): Promise<string> {
    return (await db.one(this.of.survivors, [[id]]))?.survivor_id ?? id;
  }

  /** Locks a record and those that are to be merged into it. Throws 404 and 422. */
  async lockToMerge(tx: Transaction, id: string, fromIds: readonly string[]): Promise<Locked<Row>> {
    for (let attempt = 1; ; attempt += 1) {
      const survivorId = await this.survivorOf(tx, id);
      const rows = new Map(
        (await tx.lockAll(this.of.rows, [[survivorId, ...fromIds]])).map((row) => [row.id, row]),
      );
      const isIn = (one: string) => rows.get(survivorId)?.merged_ids.includes(one) === true;
      const survivor = rows.get(survivorId);
      if (survivor === undefined) {
        // Somebody has merged it or given it back meanwhile.
        if (attempt < ATTEMPTS && (await tx.one(this.of.known, [[id]])) !== undefined) continue;
        throw notFound(this.of.kind);
      }
      const own = fromIds.indexOf(survivorId);
      if (own >= 0) throw this.#refused('from_ids', own, 'must be another one than the {kind} itself');
      const missing = fromIds.findIndex((one) => !rows.has(one) && !isIn(one));
      if (missing >= 0) throw await this.#missing(tx, fromIds[missing] ?? '', missing);
      return { survivor, others: fromIds.flatMap((one) => rows.get(one) ?? []) };
    }
  }

  /** What a locked record has got from those that were merged into it before. */
  async earlierOf(tx: Transaction, survivor: Row): Promise<Got[]> {
    if (survivor.merged_ids.length === 0) return [];
    return directOf(await this.#mergedInto(tx, survivor.id)).map(({ gained }) => gained);
  }

  /** Moves locked records out of the table, for the locked survivor. */
  async take(
    tx: Transaction,
    survivor: Row,
    taken: readonly { row: Row; gained: Got }[],
    at: Date,
  ): Promise<void> {
    const ids = taken.map(({ row }) => row.id);
    await tx.query(this.of.redirect, [ids, survivor.id]);
    const gained = Object.fromEntries(taken.map((one) => [one.row.id, one.gained]));
    await tx.query(this.of.take, [ids, survivor.id, at, JSON.stringify(gained)]);
  }

  /** Locks a record, and finds those that are to be given back. Throws 404 and 422. */
  async lockToUnmerge(tx: Transaction, id: string, ids: readonly string[]): Promise<Returning<Row, Got>> {
    for (let attempt = 1; ; attempt += 1) {
      const survivorId = await this.survivorOf(tx, id);
      const [survivor] = await tx.lockAll(this.of.rows, [[survivorId]]);
      if (survivor === undefined) {
        if (attempt < ATTEMPTS && (await tx.one(this.of.known, [[id]])) !== undefined) continue;
        throw notFound(this.of.kind);
      }
      const merged = await this.#mergedInto(tx, survivorId);
      const asked = ids.filter((one) => !merged.some(({ id: known }) => known === one));
      // Records of their own, such as those of a request that is repeated.
      const own = new Set(
        asked.length === 0 ? [] : (await tx.query(this.of.rows.read, [asked])).map((row) => row.id),
      );
      const [now, known] = [new Date(), new Map(merged.map((one) => [one.id, one]))];
      for (const [index, one] of ids.entries()) {
        const found = known.get(one);
        if (own.has(one) && one !== survivorId) continue;
        if (found === undefined)
          throw this.#refused('ids', index, 'is not one of the ids in merged_from of the {kind}');
        if (!canBeUndone(found, now))
          throw this.#refused('ids', index, `was merged more than ${UNMERGE_WITHIN_DAYS} days ago`);
      }
      const back = merged.filter((one) => ids.includes(one.id));
      return { survivor, back, rest: merged.filter((one) => !back.includes(one)) };
    }
  }

  /**
   * Moves records back into the table, each with those that were in it, and returns their rows. `values`: columns that have others now.
   * Throws `duplicate_value` for an external id that another record has got.
   */
  async giveBack(
    tx: Transaction,
    { back, rest }: Returning<Row, Got>,
    values: (one: Merged<Row, Got>) => Promise<object>,
  ): Promise<{ rows: Row[]; staying: Merged<Row, Got>[] }> {
    let staying = rest;
    const next: Record<string, object> = {};
    // What was merged first may be in what was merged later.
    for (const one of back.toSorted((a, b) => a.merged_at.getTime() - b.merged_at.getTime())) {
      const inner = staying.filter((other) => contains(one, other));
      staying = staying.filter((other) => !inner.includes(other));
      const ids = inner.map(({ id }) => id);
      next[one.id] = {
        ...(await values(one)),
        merged_ids: ids,
        version: one.record.version + 1,
        updated_at: new Date(),
      };
      if (ids.length > 0) await tx.query(this.of.reassign, [ids, one.id]);
    }
    const ids = back.map(({ id }) => id);
    await tx.query(this.of.restore, [ids, JSON.stringify(next)]).catch(refuseDuplicate);
    return { rows: await tx.lockAll(this.of.rows, [ids]), staying };
  }

  /** Removes all that a record has answered for, which is deleted, and returns what that was. */
  async forget(tx: Transaction, { id, merged_ids: merged }: Pick<RecordRow, 'id' | 'merged_ids'>) {
    return merged.length === 0 ? [] : tx.query(this.of.forget, [id]);
  }

  async #mergedInto(tx: Transaction, id: string): Promise<Merged<Row, Got>[]> {
    return tx.query(this.of.ofSurvivor, [id]);
  }

  async #missing(tx: Transaction, id: string, index: number) {
    const isMerged = (await this.survivorOf(tx, id)) !== id;
    return this.#refused(
      'from_ids',
      index,
      isMerged ? 'was merged into another {kind} before' : 'is not a {kind} of this workspace',
    );
  }

  #refused(param: string, index: number, message: string) {
    return refusedAt(param, index, message.replace('{kind}', this.of.kind));
  }
}

function refuseDuplicate(error: unknown): never {
  if (uniqueViolation(error) === null) throw error;
  const message = 'names a record whose external_id another one has got since';
  throw invalidParameter('ids', message);
}

/** 422 for an item of an array. */
export const refusedAt = (param: string, index: number, message: string) =>
  invalidParameter(`${param}[${index}]`, message);
