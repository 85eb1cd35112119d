import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@parley/persistence';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Registrations, ScheduledJob } from '@parley/runtime/scheduling';
import { MailConfig } from '../mail.config.ts';
import {
  claimMails,
  endLeases,
  removeDispatcher,
  renewDispatcher,
  type ClaimedMail,
} from './outgoing-mails.queries.ts';

/** Heartbeats per timeout: one of these may be late or fail without consequences. */
const BEATS_PER_TIMEOUT = 5;
/** Time that an attempt needs beside the answer of the server to its data. */
const LEASE_MARGIN_MS = 300_000;

/** Milliseconds for which a claimed mail is leased, until its process hands it over. */
export const leaseMs = ({ MAIL_ANSWER_TIMEOUT }: Pick<MailConfig, 'MAIL_ANSWER_TIMEOUT'>): number =>
  MAIL_ANSWER_TIMEOUT + LEASE_MARGIN_MS;

/**
 * Leases of this process on the mails that it sends: longer than any attempt, but ended early without a heartbeat.
 */
@Injectable()
export class Leases {
  readonly #registrations: Registrations;
  /** Lease tokens of mails whose attempts ended, and of which nothing could be stored. */
  readonly #unstored = new Set<string>();
  readonly #heartbeat: ScheduledJob;
  /** The last heartbeat, and the one since which none was late. */
  #beatAt = -Infinity;
  #aliveSince = Infinity;

  constructor(
    @Inject(Database) private readonly db: Pick<Database, 'system'>,
    private readonly config: MailConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#registrations = new Registrations(
      (id) => this.db.system(renewDispatcher, [id, config.MAIL_HEARTBEAT_TIMEOUT]),
      this.#graceMs,
    );
    const everyMs = config.MAIL_HEARTBEAT_TIMEOUT / BEATS_PER_TIMEOUT;
    this.#heartbeat = new ScheduledJob(() => this.#beat(), { everyMs, name: 'mail.heartbeat', logger });
  }

  /**
   * Whether this process may take others for dead. After an outage of the database the signs of life of all are late, and each
   * gives the others time for one.
   */
  get mayRecoverOthers(): boolean {
    const now = performance.now();
    return now - this.#beatAt <= this.#graceMs && now - this.#aliveSince >= this.#graceMs;
  }

  start(): void {
    this.#heartbeat.start();
  }

  /** Call it when all attempts have ended: what is leased nevertheless is recovered at once. */
  async stop(): Promise<void> {
    await this.#heartbeat.stop();
    for (const id of this.#registrations.ids) await this.db.system(removeDispatcher, [id]);
  }

  /** Claims due mails. Call `ended` after the attempt of each. */
  async claim(free: number, reserved: number): Promise<ClaimedMail[]> {
    const values = [free, reserved, leaseMs(this.config)];
    return this.#registrations.claim((id) => this.db.system(claimMails, [id, ...values]));
  }

  /** Tells that the attempt of a mail has ended, and whether what became of it is stored: otherwise it is recovered. */
  ended(mail: Pick<ClaimedMail, 'lease_token'>, isStored: boolean): void {
    if (!isStored) this.#unstored.add(mail.lease_token);
    this.#registrations.ended(mail);
  }

  get #graceMs(): number {
    return this.config.MAIL_HEARTBEAT_TIMEOUT / 2;
  }

  async #beat(): Promise<void> {
    const began = performance.now();
    await this.#registrations.renew();
    if (began - this.#beatAt > this.#graceMs) this.#aliveSince = began;
    this.#beatAt = began;
    const unstored = [...this.#unstored];
    if (unstored.length === 0) return;
    await this.db.system(endLeases, [unstored]);
    for (const token of unstored) this.#unstored.delete(token);
  }
}
