import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '@parley/persistence';
import { InFlight } from '@parley/runtime/async';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { deleteInBatches, Every, runAllTasks, ScheduledJob } from '@parley/runtime/scheduling';
import { NoticeAttempt } from './notice-attempt.ts';
import {
  claimNotices,
  pruneCounts,
  pruneNotices,
  renewLeases,
  type ClaimedNotice,
} from './notices.queries.ts';
import { SystemMailbox } from './system-mailbox.ts';

/** Maximum delay in noticing what other processes have queued, and what is tried again. */
const POLL_MS = 1_000;
/** Mails that a process sends at the same time: providers allow few connections. */
const CONCURRENCY = 4;
/** How long a process that died keeps a notice from others. */
const LEASE_MS = 30_000;
const RENEW_MS = 8_000;
/** Time after which a shutdown interrupts what is being sent. */
const DRAIN_MS = 15_000;
/** What has expired is given up by the senders; what is older was left, because there are none. */
const PRUNE_AFTER_MS = 3_600_000;

/** Sends the mails of the product itself: claims them in a short statement, and sends each outside of a transaction. */
@Injectable()
export class NoticeSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #sending = new Map<string, ClaimedNotice>();
  readonly #inFlight = new InFlight();
  readonly #abort = new AbortController();
  readonly #claiming: ScheduledJob;
  readonly #renewing: ScheduledJob;

  constructor(
    private readonly db: Database,
    private readonly mailbox: SystemMailbox,
    private readonly attempt: NoticeAttempt,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#claiming = new ScheduledJob(() => this.#claim(), {
      everyMs: POLL_MS,
      name: 'notice.claim',
      logger,
    });
    this.#renewing = new ScheduledJob(() => this.#renew(), {
      everyMs: RENEW_MS,
      name: 'notice.renew',
      logger,
    });
    // Every attempt in flight adds a listener.
    setMaxListeners(0, this.#abort.signal);
  }

  onApplicationBootstrap(): void {
    if (!this.mailbox.isOn) return;
    this.#renewing.start();
    this.#claiming.start();
    this.wake();
  }

  /** Looks for what is due now. */
  wake(): void {
    if (this.mailbox.isOn) this.#claiming.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#claiming.stop();
    const timer = setTimeout(() => this.#abort.abort(), DRAIN_MS);
    await this.#inFlight.settled();
    clearTimeout(timer);
    await this.#renewing.stop();
    await this.mailbox.close();
  }

  @Every('60s', 'notice.prune')
  async prune(): Promise<void> {
    const before = [new Date(Date.now() - PRUNE_AFTER_MS)];
    await runAllTasks(
      [pruneNotices, pruneCounts].map(
        (statement) => () => deleteInBatches(() => this.db.system(statement, before)),
      ),
    );
  }

  async #claim(): Promise<void> {
    const free = CONCURRENCY - this.#sending.size;
    if (free <= 0) return; // The next result wakes the sender.
    const claimed = await this.db.system(claimNotices, [randomUUID(), free, LEASE_MS]);
    for (const notice of claimed) this.#start(notice);
  }

  #start(notice: ClaimedNotice): void {
    this.#sending.set(notice.lease_token + notice.id, notice);
    const attempt = this.attempt
      .make(notice, this.#abort.signal)
      .catch((error: unknown) =>
        this.logger.error(
          { event: 'notice.store.failed', err: error, notice_id: notice.id },
          'Cannot store what has become of a mail of the product: it is sent again when its lease ends',
        ),
      )
      .finally(() => {
        this.#sending.delete(notice.lease_token + notice.id);
        this.wake();
      });
    void this.#inFlight.track(attempt);
  }

  async #renew(): Promise<void> {
    const sending = [...this.#sending.values()];
    if (sending.length === 0) return;
    const ids = sending.map(({ id }) => id);
    await this.db.system(renewLeases, [ids, LEASE_MS, sending.map(({ lease_token: token }) => token)]);
  }
}
