import { setMaxListeners } from 'node:events';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { InFlight } from '@parley/runtime/async';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { ScheduledJob } from '@parley/runtime/scheduling';
import { MailConfig } from '../mail.config.ts';
import { Leases } from './leases.ts';
import { MailAttempt } from './mail-attempt.ts';
import { mailsInFlight } from './mail-metrics.ts';
import type { ClaimedMail } from './outgoing-mails.queries.ts';

/** Maximum delay in noticing due retries, and mails that other processes have queued. */
const POLL_MS = 500;
/** Most mails of one claim. All claims of the installation wait for each other, so that one must not take long. */
const CLAIM_MAX = 50;
/** Time after which a shutdown interrupts attempts: what a server may have in full by then is `unknown`. */
const DRAIN_MS = 20_000;

/** Sends due mails: claims them in a short statement, and sends each outside of a transaction. */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #inFlight = new InFlight();
  readonly #abort = new AbortController();
  readonly #claiming: ScheduledJob;
  #sending = 0;

  constructor(
    private readonly leases: Leases,
    private readonly attempt: MailAttempt,
    private readonly config: MailConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#claiming = new ScheduledJob(() => this.#claim(), { everyMs: POLL_MS, name: 'mail.claim', logger });
    // Every attempt in flight adds a listener.
    setMaxListeners(0, this.#abort.signal);
  }

  onApplicationBootstrap(): void {
    this.leases.start();
    this.#claiming.start();
    this.wake();
  }

  wake(): void {
    this.#claiming.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#claiming.stop();
    const timer = setTimeout(() => this.#abort.abort(), DRAIN_MS);
    await this.#inFlight.settled();
    clearTimeout(timer);
    await this.attempt.close();
    await this.leases.stop();
  }

  async #claim(): Promise<void> {
    const { MAIL_CONCURRENCY: total } = this.config;
    const free = Math.min(total - this.#sending, CLAIM_MAX);
    if (free <= 0) return; // The next result wakes the dispatcher.
    // The last quarter is for workspaces that send little.
    const reserved = Math.max(0, Math.min(free, Math.floor(total / 4) - (total - this.#sending - free)));
    const claimed = await this.leases.claim(free, reserved);
    for (const mail of claimed) this.#start(mail);
    if (claimed.length === free) this.wake();
  }

  #start(mail: ClaimedMail): void {
    this.#sending += 1;
    mailsInFlight.set(this.#sending);
    const attempt = this.attempt
      .make(mail, this.#abort.signal)
      .then((counts) => {
        if (!counts)
          this.logger.warn(
            { event: 'mail.result.dropped', outgoing_mail_id: encodeId('outgoing_mail', mail.id) },
            'The result of an attempt does not count: the mail was cancelled, deleted, or given to another process',
          );
        return true;
      })
      .catch((error: unknown) => {
        const mailId = encodeId('outgoing_mail', mail.id);
        this.logger.error(
          { event: 'mail.attempt.failed', err: error, outgoing_mail_id: mailId },
          'Cannot read a mail, or store what has become of it: it is recovered soon',
        );
        return false;
      })
      .then((isStored) => {
        this.leases.ended(mail, isStored);
        this.#sending -= 1;
        mailsInFlight.set(this.#sending);
        this.wake();
      });
    void this.#inFlight.track(attempt);
  }
}
