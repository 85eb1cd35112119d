import { Readable } from 'node:stream';
import { type EgressGuard, type HttpAnswer, httpPost, HttpRequestError } from '@parley/egress';
import { parseAddress } from '@parley/mail-text';
import { InFlight } from '@parley/runtime/async';
import { contentOf } from '../content.ts';
import { requestFailure } from '../http-failure.rules.ts';
import { mailboxFailure, sendError, type MailboxFailure } from '../send-error.ts';
import {
  sameForAll,
  type Envelope,
  type OutgoingMail,
  type RecipientOutcome,
  type SendResult,
  type Transport,
} from '../transport.ts';
import { base64, base64Size } from './base64.ts';
import { verdictOf } from './graph-answer.rules.ts';

/** The root of the API in the public cloud. */
export const GRAPH_URL = 'https://graph.microsoft.com/v1.0';

export interface GraphOptions {
  readonly guard: EgressGuard;
  readonly accessToken: string;
  /** The user principal name of the mailbox. */
  readonly user: string;
  /** Whether the token is that of the user, and not of an application that acts for itself. */
  readonly isDelegated: boolean;
  /** The root of the API, without a slash at its end; that of the public cloud by default. */
  readonly baseUrl?: string;
  readonly timeoutMs?: number;
  readonly ca?: string;
}

/**
 * Sends mails through Microsoft Graph (`sendMail` with MIME), for tenants whose Security Defaults switch SMTP AUTH off. Its
 * answer is one for all recipients, whom it takes from the headers: a recipient of the envelope whom no header names must be in `bcc`.
 */
export class GraphTransport implements Transport {
  readonly #running = new InFlight();

  constructor(private readonly options: GraphOptions) {}

  send(mail: OutgoingMail, signal?: AbortSignal): Promise<SendResult> {
    return this.#running.track(this.#send(mail, signal));
  }

  /** An empty mail is refused with 400 by a server that accepts the sign-in. */
  async check(signal?: AbortSignal): Promise<MailboxFailure | null> {
    try {
      return verdictOf(await this.#post(Readable.from([]), 0, signal)).failure;
    } catch (error) {
      if (!(error instanceof HttpRequestError)) throw error;
      if (error.code === 'cancelled') return mailboxFailure('timeout', 'connection');
      return requestFailure(error);
    }
  }

  async close(): Promise<void> {
    await this.#running.settled();
  }

  async #send(mail: OutgoingMail, signal?: AbortSignal): Promise<SendResult> {
    const { head, to, refused } = blindOf(mail.envelope);
    if (to.length === 0) return { recipients: refused, mailboxFailure: null };
    const { recipients, mailboxFailure: failure } = await this.#handOver(mail, head, to, signal);
    return { recipients: new Map([...refused, ...recipients]), mailboxFailure: failure };
  }

  async #handOver(
    mail: OutgoingMail,
    head: Buffer,
    to: readonly string[],
    signal?: AbortSignal,
  ): Promise<SendResult> {
    try {
      const answer = await this.#post(
        base64(withHead(head, mail)),
        base64Size(head.length + mail.size),
        signal,
      );
      const { outcome, failure } = verdictOf(answer);
      return sameForAll(to, outcome, failure);
    } catch (error) {
      if (!(error instanceof HttpRequestError)) throw error;
      if (error.isSent) return sameForAll(to, { status: 'unknown', error: sendError('no_reply') });
      const isOfMail = error.isConnected || error.code === 'cancelled';
      return sameForAll(
        to,
        { status: 'deferred', error: sendError(error.code) },
        isOfMail ? null : requestFailure(error),
      );
    }
  }

  #post(body: AsyncIterable<Buffer>, size: number, signal?: AbortSignal): Promise<HttpAnswer> {
    const { guard, accessToken, user, isDelegated, baseUrl = GRAPH_URL, timeoutMs, ca } = this.options;
    return httpPost({
      ...{
        guard,
        url: `${accountUrl({ baseUrl, user, isDelegated })}/sendMail`,
        body,
        size,
        timeoutMs,
        signal,
        ca,
      },
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'text/plain' },
    });
  }
}

/** The address of the account of a mailbox: that of the user whose token it is, or of the user that an application names. */
export const accountUrl = ({
  baseUrl,
  user,
  isDelegated,
}: Required<Pick<GraphOptions, 'baseUrl' | 'user' | 'isDelegated'>>): string =>
  `${baseUrl}/${isDelegated ? 'me' : `users/${encodeURIComponent(user)}`}`;

interface Blind {
  /** The header with the recipients in Bcc, or nothing. */
  readonly head: Buffer;
  /** Everybody who gets the mail. */
  readonly to: readonly string[];
  readonly refused: ReadonlyMap<string, RecipientOutcome>;
}

/** Recipients whose address cannot be written in a header in ASCII fail: an encoded address would be another one. */
function blindOf({ to, bcc = [] }: Envelope): Blind {
  const written = new Map(bcc.map((address) => [address, headerAddress(address)]));
  const refused = [...written].filter(([, address]) => address === null).map(([address]) => address);
  const lines = [...new Set(written.values())].filter((address) => address !== null);
  return {
    head: Buffer.from(lines.length === 0 ? '' : `Bcc: ${lines.join(',\r\n ')}\r\n`),
    to: to.filter((address) => !refused.includes(address)),
    refused: new Map(
      refused.map((address) => [address, { status: 'failed', error: sendError('invalid_address') }]),
    ),
  };
}

function headerAddress(text: string): string | null {
  const parsed = parseAddress(text);
  return parsed === null || parsed.needsSmtpUtf8 ? null : parsed.address;
}

async function* withHead(head: Buffer, mail: OutgoingMail): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* contentOf(mail);
}
