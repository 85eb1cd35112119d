import { randomUUID } from 'node:crypto';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Database } from '@parley/persistence';
import { InFlight, Semaphore } from '@parley/runtime/async';
import type { Logger } from '@parley/runtime/logging';
import { ScheduledJob } from '@parley/runtime/scheduling';
import type { MailConfig } from '../../mail.config.ts';
import type { MailboxHealth } from '../../mailboxes/mailbox-health.ts';
import { claimLeases, releaseLeases, renewLeases } from './lease.queries.ts';
import type { MailSources } from './mail-source.ts';
import { MailboxFetcher, type FetcherParts } from './mailbox-fetcher.ts';
import { FETCH_TIMINGS } from './timings.ts';

/** Servers and their resolvers have other clients too, and a process that starts has all its mailboxes to connect. */
const CONNECTING_MAX = 8;
/** Mailboxes of one claim: the processes of an installation share them out. */
const CLAIMED_MAX = 50;

/** Fetches the mails of mailboxes from their servers: one process and one connection at a time for each. */
export class MailboxReceiver implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #id = randomUUID();
  readonly #fetchers = new Map<string, MailboxFetcher>();
  readonly #stopping = new InFlight();
  readonly #parts: FetcherParts;
  readonly #claiming: ScheduledJob;
  readonly #renewing: ScheduledJob;

  constructor(
    private readonly db: Database,
    private readonly config: MailConfig,
    sources: MailSources,
    health: MailboxHealth,
    logger: Logger,
    private readonly timings = FETCH_TIMINGS,
  ) {
    const connecting = new Semaphore(CONNECTING_MAX);
    this.#parts = { db, sources, timings, health, connecting, logger };
    const { claim, renew } = timings;
    this.#claiming = new ScheduledJob(() => this.#claim(), {
      everyMs: claim,
      name: 'fetching.claim',
      logger,
    });
    this.#renewing = new ScheduledJob(() => this.#renew(), {
      everyMs: renew,
      name: 'fetching.renew',
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.#renewing.start();
    this.#claiming.start();
    this.#claiming.run();
  }

  /** The mails that are being stored are stored; then other processes take the mailboxes over at once. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.#claiming.stop();
    for (const id of this.#fetchers.keys()) this.#stop(id);
    await this.#stopping.settled();
    await this.#renewing.stop();
    // The leases that the last of them have given up.
    await this.#stopping.settled();
  }

  async #claim(): Promise<void> {
    const free = Math.min(this.config.MAIL_FETCHED_MAILBOXES - this.#fetchers.size, CLAIMED_MAX);
    if (free <= 0) return;
    const claimed = await this.db.system(claimLeases, [this.#id, free, this.timings.lease]);
    for (const mailbox of claimed) {
      const id = mailbox.mailbox_id;
      // It had lost the lease without noticing, and still has the connection.
      if (this.#fetchers.has(id)) continue;
      const fetcher = new MailboxFetcher(this.#parts, mailbox, this.#id, () => this.#ended(id, fetcher));
      this.#fetchers.set(id, fetcher);
    }
  }

  async #renew(): Promise<void> {
    const held = [...this.#fetchers.keys()];
    if (held.length === 0) return;
    const renewed = await this.db.system(renewLeases, [this.#id, this.timings.lease, held]);
    const kept = new Map(renewed.map((one) => [one.mailbox_id, one]));
    for (const id of held) {
      const mailbox = kept.get(id);
      if (mailbox === undefined) this.#stop(id);
      else this.#fetchers.get(id)?.note(mailbox);
    }
  }

  #stop(id: string): void {
    const fetcher = this.#fetchers.get(id);
    if (fetcher !== undefined) void this.#stopping.track(fetcher.stop());
  }

  /** Once it has ended others may begin, and not before. */
  #ended(id: string, fetcher: MailboxFetcher): void {
    if (this.#fetchers.get(id) === fetcher) this.#fetchers.delete(id);
    const released = this.db.system(releaseLeases, [this.#id, [id]]);
    void this.#stopping.track(released.catch(() => undefined));
  }
}
