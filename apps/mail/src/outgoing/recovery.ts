import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { Database, type Transaction } from '@parley/persistence';
import { contextOfRow } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Every } from '@parley/runtime/scheduling';
import { findMailbox } from '../mailboxes/mailboxes.queries.ts';
import { afterLoss, expired, failed, NO_MAILBOX, onUnknownOf } from './attempt.rules.ts';
import { Leases } from './leases.ts';
import * as metrics from './mail-metrics.ts';
import * as queries from './outgoing-mails.queries.ts';
import { storeDecision } from './results.ts';

/** Finds mails that nobody sends any more. Its methods may run in several processes at once. */
@Injectable()
export class Recovery implements OnModuleInit, OnApplicationShutdown {
  #oldestDueAt: Date | null = null;
  #unobserve: () => void = () => undefined;

  constructor(
    private readonly db: Database,
    private readonly leases: Leases,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.#unobserve = metrics.oldestMail.observe(() => {
      const since = this.#oldestDueAt?.getTime() ?? Date.now();
      return [{ labels: {}, value: Math.max(0, Date.now() - since) / 1000 }];
    });
  }

  onApplicationShutdown(): void {
    this.#unobserve();
  }

  /** Mails of processes that died, mails that have waited for too long, and those of mailboxes that were deleted. */
  @Every('2s', 'mail.recover', { atStart: true })
  async recover(signal: AbortSignal): Promise<void> {
    for (;;) {
      const { mayRecoverOthers } = this.leases;
      const lost = await this.db.system(queries.findLost, [mayRecoverOthers]);
      let recovered = 0;
      for (const mail of lost) {
        if (signal.aborted) return;
        const recovering = (tx: Transaction) => this.#recover(tx, mail.id, mayRecoverOthers);
        if (await this.db.transaction(contextOfRow(mail), recovering)) recovered += 1;
      }
      if (recovered === 0) return;
    }
  }

  @Every('15s', 'mail.gauges.update', { atStart: true })
  async updateGauges(): Promise<void> {
    const [row] = await this.db.system(queries.queueStatistics);
    if (row === undefined) return;
    metrics.mailBacklog.set(row.waiting);
    metrics.mailboxesDisconnected.set(row.disconnected);
    this.#oldestDueAt = row.oldest_due_at;
  }

  /** Returns whether the mail was lost indeed: its process may have been late. */
  async #recover(tx: Transaction, id: string, mayRecoverOthers: boolean): Promise<boolean> {
    const [lost] = await tx.query(queries.lockLost, [id, mayRecoverOthers]);
    const mail = lost === undefined ? undefined : await tx.one(queries.lockMail, [id]);
    if (mail === undefined) return false;
    const mailbox = await tx.one(findMailbox, [mail.mailbox_id]);
    const now = new Date();
    if (mail.status !== 'sending') {
      await storeDecision(tx, mail, mailbox === undefined ? failed(mail, NO_MAILBOX) : expired(mail));
      return true;
    }
    this.logger.warn(
      {
        event: 'mail.recovered',
        outgoing_mail_id: encodeId('outgoing_mail', id),
        handed_over: mail.handed_over_at !== null,
      },
      'A process died while it was sending a mail',
    );
    const decision = afterLoss(mail, {
      now,
      onUnknown: onUnknownOf(mail, mailbox),
      isRepeated: mail.is_repeated,
    });
    // Its process may be alive, and late.
    await storeDecision(tx, mail, decision, mail.handed_over_at === null ? null : mail.lease_token);
    return true;
  }
}
