import { InFlight } from '@parley/runtime/async';
import { SUBMISSION_PORTS } from '@parley/contracts';
import { MailboxError, mailboxFailure, reasonOf, sendError } from '../send-error.ts';
import {
  sameForAll,
  type MailboxFailure,
  type OutgoingMail,
  type SendResult,
  type Transport,
} from '../transport.ts';
import { toWire, withinOffer, type WireEnvelope } from './envelope.rules.ts';
import { IdleSessions } from './idle-sessions.ts';
import { isStale, outcomesOf, type Transmission } from './outcomes.rules.ts';
import { connectFailure } from './session-failure.rules.ts';
import { SMTP_TIMEOUTS, type SmtpOptions } from './smtp-options.ts';
import { SmtpSession } from './smtp-session.ts';

const IDLE_CONNECTIONS = 2;
/** Less than the time for which servers keep idle connections, 5 minutes by RFC 5321 section 4.5.3.2.7 and often 1. */
const IDLE_MS = 30_000;

/** Sends mails through a submission server (RFC 6409), over TLS unless the operator has named its address. */
export class SmtpTransport implements Transport {
  readonly #options: SmtpOptions;
  readonly #idle: IdleSessions;
  readonly #running = new InFlight();

  constructor(options: SmtpOptions) {
    this.#options = { ...options, host: options.host.replace(/^\[(.*)\]$/, '$1') };
    this.#idle = new IdleSessions(options.idleConnections ?? IDLE_CONNECTIONS, options.idleMs ?? IDLE_MS);
  }

  send(mail: OutgoingMail, signal?: AbortSignal): Promise<SendResult> {
    return this.#running.track(this.#send(mail, signal));
  }

  async check(signal?: AbortSignal): Promise<MailboxFailure | null> {
    try {
      const session = await this.#open(signal);
      await session.quit();
      return null;
    } catch (error) {
      if (error instanceof MailboxError) return error.failure;
      if (signal?.aborted) return mailboxFailure('timeout', 'connection');
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#running.settled();
    await this.#idle.close();
  }

  async #send(mail: OutgoingMail, signal?: AbortSignal): Promise<SendResult> {
    const wire = toWire(mail.envelope);
    if (wire.to.size === 0) return { recipients: wire.refused, mailboxFailure: null };
    try {
      return await this.#transmit(mail, wire, signal);
    } catch (error) {
      if (!(error instanceof MailboxError) && !signal?.aborted) throw error;
      // An interruption says nothing about the mailbox.
      const failure = error instanceof MailboxError && !signal?.aborted ? error.failure : null;
      const cause = failure ?? sendError('cancelled');
      const deferred = sameForAll(
        [...wire.to.values()].flat(),
        { status: 'deferred', error: reasonOf(cause) },
        failure,
      );
      return { ...deferred, recipients: new Map([...wire.refused, ...deferred.recipients]) };
    }
  }

  async #transmit(mail: OutgoingMail, wire: WireEnvelope, signal?: AbortSignal): Promise<SendResult> {
    const kept = this.#idle.take();
    const session = kept ?? (await this.#open(signal));
    const accepted = withinOffer(wire, mail, session.offer);
    if (accepted.to.size === 0) {
      this.#idle.put(session);
      return { recipients: accepted.refused, mailboxFailure: null };
    }
    const transmission = await session.send(mail, accepted, signal);
    const result = outcomesOf(accepted, transmission);
    if (isReusable(transmission, session)) this.#idle.put(session);
    else session.destroy();
    if (kept === null || !isStale(transmission)) return result;
    return this.#transmit(mail, wire, signal);
  }

  /** A session for the settings of the mailbox. Plain text and other ports are for addresses that the operator names. */
  async #open(signal?: AbortSignal): Promise<SmtpSession> {
    const { guard, host, port, security, timeouts = SMTP_TIMEOUTS } = this.#options;
    const listedOnly = security === 'none' || !SUBMISSION_PORTS.includes(port);
    try {
      const socket = await guard.connect({ host, port, listedOnly, timeoutMs: timeouts.connect, signal });
      return await SmtpSession.open(this.#options, socket, signal);
    } catch (error) {
      const failure = connectFailure(error);
      throw failure === null ? error : new MailboxError(failure, error);
    }
  }
}

/** A transaction that was refused half-way is still open at the server, and a new connection is simpler than to reset it. */
function isReusable({ exchanges, isBodySent, ending }: Transmission, { isOpen }: SmtpSession): boolean {
  return isOpen && isBodySent && ending === 'answered' && exchanges.at(-1)?.stage === 'end';
}
