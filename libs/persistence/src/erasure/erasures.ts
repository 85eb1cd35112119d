import { Injectable } from '@nestjs/common';
import {
  beginErasure,
  erasureProgress,
  uuidOf,
  type ErasureTarget,
  type ParsedInput,
} from '@parley/contracts';
import { inWorkspace, type Context } from '@parley/runtime/context';
import { Handles } from '@parley/runtime/handlers';
import { Database } from '../transaction/database.ts';
import type { Statement } from '../statements/statement.ts';
import { findErasedEmail, findProgress, insertErasure } from './erasures.queries.ts';
import { emailHash } from './service-erasure.ts';

interface WorkspaceQueries {
  query<Row>(statement: Statement<Row, 'workspace'>, values: readonly unknown[]): Promise<Row[]>;
}

/**
 * Whether a contact with the address was erased after a moment, as long as the record of it is kept. Asked after the contact was looked
 * for: an erasure is recorded in the transaction that deletes it.
 */
export async function wasErasedAfter(
  db: { query<Row>(statement: Statement<Row, 'tenant'>, values: readonly unknown[]): Promise<Row[]> },
  email: string,
  moment: string,
): Promise<boolean> {
  return (await db.query(findErasedEmail, [emailHash(email), moment])).length > 0;
}

/** Records what the service has to erase; {@link ErasureJob} does it. */
@Injectable()
export class Erasures {
  constructor(private readonly db: Database) {}

  @Handles(beginErasure)
  async begin(ctx: Context, { target, email_hash: hash }: ParsedInput<typeof beginErasure>) {
    const emailHash = hash === null ? null : Buffer.from(hash, 'hex');
    await this.add(this.db.read(inWorkspace(ctx, target.workspace)), target, emailHash);
    return null;
  }

  @Handles(erasureProgress)
  async progress(ctx: Context, { target }: ParsedInput<typeof erasureProgress>) {
    const db = this.db.read(inWorkspace(ctx, target.workspace));
    const row = await db.one(findProgress, [target.type, subjectOf(target)]);
    if (row === undefined) return { status: 'unknown' as const, erased: 0 };
    return { status: row.rounds === 0 ? ('running' as const) : ('completed' as const), erased: row.erased };
  }

  /** Whether an erasure is running, or was completed during the last day. */
  async has(db: WorkspaceQueries, target: ErasureTarget): Promise<boolean> {
    return (await db.query(findProgress, [target.type, subjectOf(target)])).length > 0;
  }

  /**
   * Records an erasure, also in a transaction; one that is running already continues.
   * @param emailHash what `emailHash` makes of the address of a contact; null without one
   */
  async add(db: WorkspaceQueries, target: ErasureTarget, emailHash: Buffer | null = null): Promise<void> {
    const mode = target.type === 'contact' ? target.mode : target.type === 'test_data' ? 'test' : null;
    await db.query(insertErasure, [target.type, subjectOf(target), mode, emailHash]);
  }
}

function subjectOf(target: ErasureTarget): string {
  return target.type === 'contact'
    ? uuidOf('contact', target.contact)
    : uuidOf('workspace', target.workspace);
}
