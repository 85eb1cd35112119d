import { z } from 'zod';
import { changesByItself, component, integer } from '../documented.ts';
import { Instant, Timestamp } from '../schema.ts';

const ImportStatus = z.enum(['pending', 'running', 'completed']).meta({
  id: 'MailboxImportStatus',
  description:
    'How far an import is. `pending`: it has not begun, as the IMAP server was not reached yet; `running`: mails are being imported; ' +
    '`completed`: all of them are',
});

export const MailboxImport = component('MailboxImport', 'The import of the mails that a folder had before', {
  since: Timestamp.describe(
    'Time from which on mails are imported, by the date at which their server got them',
  ),
  status: changesByItself(ImportStatus),
  imported: changesByItself(integer('Mails that have become messages', 1_250)),
  completed_at: changesByItself(Timestamp.nullable().describe('Time at which it was completed, or null')),
});
export type MailboxImport = z.output<typeof MailboxImport>;

export const MailboxImportInput = z
  .object({
    since: Instant.meta({
      description:
        'Time from which on mails are imported: ISO 8601 date or datetime in the past; UTC unless it has an offset',
      examples: ['2025-01-01'],
    }),
  })
  .nullable()
  .meta({
    description:
      'Imports the mails that are in the inbox of the IMAP server already, as closed conversations with the dates of the mails. Nothing is ' +
      'sent, and the conversations and messages have no events. What was imported before is not imported again. Null ends it, and ' +
      'keeps what was imported. Only for the transport `imap_smtp`',
    examples: [null],
  });
