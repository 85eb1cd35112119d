import { Selection, tenantStatement } from '@parley/persistence';
import { OutgoingMailRow } from '../outgoing/outgoing-mail.entity.ts';

const MAILS = Selection.of(OutgoingMailRow);

/** The mail with the Message-ID `$4`, whose hash is `$3`; locked. */
export const findSentMail = tenantStatement<OutgoingMailRow>(
  'outgoing_mail.find_sent',
  `${MAILS.select()} where workspace_id = $1 and mode = $2 and mail_id = $4
      and message_id = (select message_id from thread_reference where workspace_id = $1 and mode = $2 and key = $3)
    for update`,
);

export const suppressComplained = tenantStatement<never>(
  'suppression.add_complained',
  `insert into suppression (workspace_id, mode, id, version, address, address_key, reason, expires_at, created_at, updated_at)
   values ($1, $2, $3, 1, $4, $5, 'complained', null, now(), now())
   on conflict (workspace_id, mode, address_key) do nothing`,
);
