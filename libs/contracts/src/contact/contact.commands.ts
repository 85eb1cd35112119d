import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCommand } from '../call.ts';
import { Mode, text } from '../schema.ts';
import { Contact } from './contact.operations.ts';

/** The lists of an export, in the order in which they are written. */
export const ContactRecords = z.enum(['conversations', 'messages', 'tickets', 'audit_entries']);

const contact = { workspace: idOf('workspace'), contact: idOf('contact'), mode: Mode.default('live') };

export const exportContactPage = defineCommand({
  command: 'contact:export-page',
  partOf: 'contact:export',
  summary: 'List records about a contact as the API shows them, oldest first',
  input: z.object({
    ...contact,
    list: ContactRecords,
    /** Whose messages are listed. */
    conversation: idOf('conversation').optional(),
    cursor: z.string().optional(),
  }),
  output: z.object({
    records: z.array(z.looseObject({ id: z.string() })),
    next_cursor: z.string().nullable(),
  }),
});

export const exportContact = defineCommand({
  command: 'contact:export',
  summary: 'Print everything that is stored about a contact',
  input: z.object({
    ...contact,
    file: text(4_096).optional().describe('New file that the command writes, instead of standard output'),
  }),
  output: z.object({
    /** `null` if it was deleted. */
    contact: Contact.nullable(),
  }),
  pages: exportContactPage,
  example: {
    workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41',
    contact: 'contact_01h2xcejqtf2nbrexx3vqjhp41',
    file: 'contact.json',
  },
});
