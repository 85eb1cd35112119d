import type { Readable } from 'node:stream';
import type { MailboxFailure, SendError, SendErrorCode } from './send-error.ts';

export type { MailboxFailure, SendError, Step } from './send-error.ts';

export interface Envelope {
  /** The sender, or '' for none, as automatic mail has it (RFC 3834 section 3.3). */
  readonly from: string;
  /** Everybody who gets the mail, those in Bcc too. */
  readonly to: readonly string[];
  /** Those of `to` whom no header names. */
  readonly bcc?: readonly string[];
}

export interface OutgoingMail {
  readonly envelope: Envelope;
  /** The header with its angle brackets. */
  readonly messageId: string;
  /** Bytes of the content. */
  readonly size: number;
  /** Whether its headers name an address outside ASCII: no server without SMTPUTF8 gets it (RFC 6531 section 3.2). */
  readonly needsSmtpUtf8: boolean;
  /** The content with CRLF as line ends: the same bytes each time. It is called when a server asks for them, at most twice. */
  readonly open: () => Readable | Promise<Readable>;
}

export type RecipientOutcome =
  /** The server took the mail over. */
  | { readonly status: 'sent' }
  /** The server did not take it, and may later. */
  | { readonly status: 'deferred'; readonly error: SendError }
  /** The server will never take it. */
  | { readonly status: 'failed'; readonly error: SendError }
  /** The mail was handed over in full, and no answer came. */
  | { readonly status: 'unknown'; readonly error: SendError };

export interface SendResult {
  /** One outcome for each recipient of the envelope. With a mailbox failure, those that it concerns are deferred with it. */
  readonly recipients: ReadonlyMap<string, RecipientOutcome>;
  /** Null if the server has, or may have, the mail for one of them. */
  readonly mailboxFailure: MailboxFailure | null;
  /** What the sandbox knows at once of recipients whose mail was sent, and a receiving server tells later. */
  readonly followUps?: ReadonlyMap<string, FollowUp>;
}

/** What comes after a mail was sent: a provider's event, or a bounce. */
export type FollowUp =
  | { readonly status: 'delivered' }
  | { readonly status: 'bounced'; readonly error: SendError };

/** Causes that say nothing of the server: it was not asked, or did not answer. */
const UNANSWERED: ReadonlySet<SendErrorCode> = new Set<SendErrorCode>([
  'cancelled',
  'invalid_address',
  'content_unavailable',
  'timeout',
  'connection_lost',
  'no_reply',
]);

/** Whether the server of the mailbox has decided on the mail for a recipient at least. */
export const hasAnswered = ({ recipients }: SendResult): boolean =>
  [...recipients.values()].some((one) => one.status === 'sent' || !UNANSWERED.has(one.error.code));

/** A way for the bytes of mails to leave one mailbox. */
export interface Transport {
  /**
   * Hands a mail over once, and reports what became of it; it rejects for no answer of a server. The signal ends it:
   * what the server may have in full by then is `unknown`.
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<SendResult>;
  /** Connects and signs in, without a mail. Resolves to what is wrong, or null; to a timeout if the signal ends it. */
  check(signal?: AbortSignal): Promise<MailboxFailure | null>;
  /** Waits for the mails that are being sent, then closes all connections. */
  close(): Promise<void>;
}

/** The same outcome for all recipients. */
export function sameForAll(
  recipients: readonly string[],
  outcome: RecipientOutcome,
  mailboxFailure: MailboxFailure | null = null,
): SendResult {
  return { recipients: new Map(recipients.map((address) => [address, outcome])), mailboxFailure };
}
