import { Injectable } from '@nestjs/common';
import { deleteFilesOfMessages, encodeId } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { contextOfRow } from '@parley/runtime/context';
import { deleteInBatches, Every, runAllTasks } from '@parley/runtime/scheduling';
import { findExpired, forgetExpired, pruneKeys, type ExpiredMails } from './retention.queries.ts';

const DAY_MS = 86_400_000;
/** How long a mail is kept that is no message: one that nobody releases or retries, a report, or a copy. */
const KEPT_FOR_MS = 90 * DAY_MS;
/** How long a copy of a mail is known that arrives again. */
const KEYS_FOR_MS = 400 * DAY_MS;
const CALL_TIMEOUT_MS = 30_000;

/** Forgets mails that are no messages after a time, and at last the keys of all that were forgotten. */
@Injectable()
export class Retention {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  @Every('1h', 'incoming_mail.prune', { atStart: true })
  async prune(): Promise<void> {
    const before = new Date(Date.now() - KEPT_FOR_MS);
    const tenants = await this.db.system(findExpired, [before]);
    await runAllTasks(tenants.map((tenant) => () => this.#forget(tenant, before)));
    await deleteInBatches(() => this.db.system(pruneKeys, [new Date(Date.now() - KEYS_FOR_MS)]));
  }

  /** Those that somebody releases meanwhile are kept with their sources. */
  async #forget(expired: ExpiredMails, before: Date): Promise<void> {
    const ctx = contextOfRow(expired, CALL_TIMEOUT_MS);
    await this.db.transaction(ctx, async (tx) => {
      const forgotten = await tx.query(forgetExpired, [expired.ids, before]);
      if (forgotten.length === 0) return;
      const input = { message_ids: forgotten.map((row) => encodeId('message', row.message_id)) };
      await this.rpc.call(deleteFilesOfMessages, ctx, input);
    });
  }
}
