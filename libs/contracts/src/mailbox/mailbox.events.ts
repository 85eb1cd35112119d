import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { Mailbox } from './mailbox.schema.ts';

export const mailboxConnected = defineEvent({
  type: 'mailbox.connected',
  summary: 'A mailbox was created or works again',
  data: Mailbox,
});

export const mailboxDisconnected = defineEvent({
  type: 'mailbox.disconnected',
  summary:
    'A mailbox cannot send, and its mails wait; or the mails that arrive cannot be fetched. `status_reason` says which, and why',
  data: Mailbox,
});

const administered = <const Type extends string, Data extends z.ZodType<{ id: string }>>(
  type: Type,
  summary: string,
  data: Data,
) => defineEvent({ type, summary, data, audience: 'bus' });

/** Events for the audit log, and for the conversation service, which copies the addresses. */
export const mailboxCreated = administered('mailbox.created', 'A mailbox was created', Mailbox);
export const mailboxUpdated = administered('mailbox.updated', 'A mailbox was updated', Mailbox);
export const mailboxDeleted = administered(
  'mailbox.deleted',
  'A mailbox was deleted; `data` contains only its id',
  z.object({ id: idOf('mailbox') }),
);
