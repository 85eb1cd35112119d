import type { TenantContext } from '@parley/runtime/context';
import type { MailboxRow } from '../../mailboxes/mailbox.entity.ts';
import type { ImapSession } from './imap-session.ts';

/** What a connection reads from, for as long as this process has the lease. */
export interface Reading {
  /** A context for one step: its time begins anew with each, so that a slow server with many mails gets on. */
  readonly newCtx: () => TenantContext;
  readonly mailbox: MailboxRow;
  readonly holderId: string;
  readonly session: ImapSession;
  readonly folder: string;
  /** How often the server refused to hand a mail out, over all connections. */
  readonly refusals: Map<number, number>;
}
