import type { ReadMail } from '@parley/mail-reader';
import type { RowChanges } from '@parley/persistence';
import type { IncomingMailRow, Reason } from './incoming-mail.entity.ts';

/** What becomes of a mail. */
export type Outcome = {
  readonly reason: Reason | null;
  /** Null where it could not be read. */
  readonly read: ReadMail | null;
  /** What the record shows of it. */
  readonly summary: RowChanges<IncomingMailRow>;
} & (
  | { readonly status: 'quarantined' | 'failed' }
  | { readonly status: 'ignored'; readonly conversationId: string | null }
  | { readonly status: 'delivered'; readonly conversationId: string }
);

const NOT_READ = { read: null, summary: {} };

export const ignored = (code: string, message: string, conversationId: string | null = null): Outcome => ({
  ...NOT_READ,
  status: 'ignored',
  reason: { code, message },
  conversationId,
});

const held =
  (status: 'quarantined' | 'failed') =>
  (code: string, message: string): Outcome => ({ ...NOT_READ, status, reason: { code, message } });

export const quarantined = held('quarantined');
export const failed = held('failed');

export const delivered = (
  read: ReadMail,
  { conversationId, documents }: { conversationId: string; documents: RowChanges<IncomingMailRow> },
): Outcome => ({
  status: 'delivered',
  reason: null,
  read,
  summary: documents,
  conversationId,
});
