import type { TenantContext } from '@parley/runtime/context';
import type { MailboxRow } from '../../mailboxes/mailbox.entity.ts';
import type { MailboxFailure } from '../../transports/send-error.ts';

/** Another process has the mailbox. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** How often a server has not handed a mail out, and since when, in milliseconds. */
export type Refusals = Map<number | string, { readonly count: number; readonly since: number }>;

/** Counts a refusal of a mail. Returns how many there were, and how long ago the first one was, in milliseconds. */
export function noteRefusal(refusals: Refusals, id: number | string): { count: number; forMs: number } {
  const { count, since } = refusals.get(id) ?? { count: 0, since: Date.now() };
  refusals.set(id, { count: count + 1, since });
  return { count: count + 1, forMs: Date.now() - since };
}

/** What mails are fetched with, for as long as this process has the lease. */
export interface Fetching {
  /** A context for one step: its time begins anew with each, so that a slow server with many mails gets on. */
  readonly newCtx: () => TenantContext;
  readonly mailbox: MailboxRow;
  readonly holderId: string;
  /** How often the server refused to hand a mail out, by what names it there, over all connections. */
  readonly refusals: Refusals;
}

/** A connection to the server of one mailbox, as far as its protocol has any. */
export interface MailConnection {
  /**
   * Stores what arrives until the signal is aborted. It calls `onWorked` once the server has let the mailbox in. Throws what ends the
   * connection, and {@link LeaseLostError}.
   */
  fetch(fetching: Fetching, signal: AbortSignal, onWorked: () => Promise<void>): Promise<void>;
  /** Ends the wait for news. */
  wake(): void;
  /** Ends the connection, whatever goes on over it. */
  destroy(): void;
  close(): Promise<void>;
}

/** The servers of one kind that mails are fetched from. */
export interface MailSource {
  /** First part of the names of its events in the log. */
  readonly name: string;
  /** A new connection with the present settings. */
  open(ctx: TenantContext, mailbox: MailboxRow, signal: AbortSignal): Promise<MailConnection>;
  /** What an error of a connection means for the mailbox. */
  failureOf(error: unknown): MailboxFailure;
  countFailure(code: string): void;
}

/** The servers that mails are fetched from, by the type of the transport. */
export type MailSources = Readonly<Partial<Record<MailboxRow['transport']['type'], MailSource>>>;
