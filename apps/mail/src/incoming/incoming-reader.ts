import { randomUUID } from 'node:crypto';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { InFlight } from '@parley/runtime/async';
import { contextOfRow } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { ScheduledJob } from '@parley/runtime/scheduling';
import {
  claimMailboxes,
  nextMails,
  releaseMailbox,
  renewMailboxes,
  type ReadMailbox,
} from './incoming-mails.queries.ts';
import { Reception } from './reception.ts';
import { RecentSources } from './recent-sources.ts';

/** Maximum delay in noticing mails that other processes have stored, and those that are tried again. */
const POLL_MS = 500;
/** Mailboxes that a process reads at the same time. */
const CONCURRENCY = 8;
/** How long a process that died keeps a mailbox from others. */
const LEASE_MS = 10_000;
const RENEW_MS = 2_500;
/** Time after which a mailbox lets others have its turn. */
const BATCH_MS = 5_000;
/** Time for one statement of the queue. */
const STATEMENT_MS = 10_000;

/** Reads the mails that were stored: those of a mailbox one after the other, in the order in which they came. */
@Injectable()
export class IncomingReader implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #id = randomUUID();
  readonly #reading = new Set<string>();
  readonly #inFlight = new InFlight();
  readonly #claiming: ScheduledJob;
  readonly #renewing: ScheduledJob;
  #isStopped = false;

  constructor(
    private readonly db: Database,
    private readonly reception: Reception,
    private readonly recent: RecentSources,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#claiming = new ScheduledJob(() => this.#claim(), {
      everyMs: POLL_MS,
      name: 'incoming_mail.claim',
      logger,
    });
    this.#renewing = new ScheduledJob(() => this.#renew(), {
      everyMs: RENEW_MS,
      name: 'incoming_mail.renew',
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.#renewing.start();
    this.#claiming.start();
    this.wake();
  }

  /** Looks for what is due now. */
  wake(): void {
    this.#claiming.run();
  }

  /** What is being read is finished; the rest is left to other processes. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#isStopped = true;
    await this.#claiming.stop();
    await this.#inFlight.settled();
    await this.#renewing.stop();
  }

  async #claim(): Promise<void> {
    const free = CONCURRENCY - this.#reading.size;
    if (free <= 0 || this.#isStopped) return; // The next mailbox that is done wakes the reader.
    const claimed = await this.db.system(claimMailboxes, [this.#id, free, LEASE_MS]);
    for (const mailbox of claimed) this.#start(mailbox);
  }

  #start(mailbox: ReadMailbox): void {
    this.#reading.add(mailbox.mailbox_id);
    const reading = this.#read(mailbox)
      .catch((error: unknown) =>
        this.logger.error(
          {
            event: 'incoming_mail.read.failed',
            err: error,
            mailbox_id: encodeId('mailbox', mailbox.mailbox_id),
          },
          'Cannot read the mails of a mailbox: they are read when its lease ends',
        ),
      )
      .finally(() => {
        this.#reading.delete(mailbox.mailbox_id);
        this.wake();
      });
    void this.#inFlight.track(reading);
  }

  /** One batch, so that mailboxes take turns. */
  async #read(mailbox: ReadMailbox): Promise<void> {
    const values = [mailbox.mailbox_id, this.#id];
    const mails = await this.db.read(contextOfRow(mailbox, STATEMENT_MS)).query(nextMails, values);
    const until = Date.now() + BATCH_MS;
    for (const mail of mails) {
      if (this.#isStopped || Date.now() > until) break;
      const result = await this.reception.receive(mail);
      this.recent.forget(mail.source_file_id);
      // What has to be tried again comes before what came after it.
      if (result === 'later') break;
    }
    await this.db.read(contextOfRow(mailbox, STATEMENT_MS)).query(releaseMailbox, values);
  }

  async #renew(): Promise<void> {
    if (this.#reading.size === 0) return;
    await this.db.system(renewMailboxes, [this.#id, LEASE_MS, [...this.#reading]]);
  }
}
