import type { ReadMail } from '@parley/mail-reader';
import type { RowChanges } from '@parley/persistence';
import type { AcknowledgementRefusal } from './acknowledgement.rules.ts';
import type { Authentication } from './authentication.rules.ts';
import type { IncomingMailRow, Reason } from './incoming-mail.entity.ts';
import type { MailSender } from './sender.rules.ts';

/** What an acknowledgement depends on. */
export interface ConversationBeginning {
  readonly sender: MailSender;
  readonly policy: Authentication['policy'];
  readonly refusal: AcknowledgementRefusal | null;
}

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
  | {
      readonly status: 'delivered';
      readonly conversationId: string;
      /** Null unless it began a conversation. */
      readonly beginning: ConversationBeginning | null;
    }
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
  beginning: ConversationBeginning | null,
): Outcome => ({
  status: 'delivered',
  reason: null,
  read,
  summary: documents,
  conversationId,
  beginning,
});
