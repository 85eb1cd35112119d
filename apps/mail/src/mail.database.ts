import { eventsMigrations } from '@parley/events';
import type { ServiceDatabase } from '@parley/persistence';
import { SendingDomainRow } from './domains/sending-domain.entity.ts';
import { encryptedDomainKeys } from './domains/sending-domains.queries.ts';
import { ContactFormRow } from './forms/contact-form.entity.ts';
import { IncomingMailRow } from './incoming/incoming-mail.entity.ts';
import { encryptedMailboxSecrets, encryptedReceivingSecrets } from './mailboxes/credentials.ts';
import { MailboxRow } from './mailboxes/mailbox.entity.ts';
import { encryptedNotices } from './notices/notices.queries.ts';
import { OutgoingMailRow } from './outgoing/outgoing-mail.entity.ts';
import { SenderRuleRow } from './sender-rules/sender-rule.entity.ts';
import { SuppressionRow } from './suppressions/suppression.entity.ts';

export const mailDatabase: ServiceDatabase = {
  service: 'mail',
  entities: [
    ContactFormRow,
    IncomingMailRow,
    MailboxRow,
    OutgoingMailRow,
    SenderRuleRow,
    SendingDomainRow,
    SuppressionRow,
  ],
  encrypted: [encryptedMailboxSecrets, encryptedReceivingSecrets, encryptedDomainKeys, encryptedNotices],
  migrations: [eventsMigrations, { name: 'mail', folder: new URL('./migrations/', import.meta.url) }],
};
