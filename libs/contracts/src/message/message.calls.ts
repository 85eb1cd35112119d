import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineTenantCall } from '../call.ts';
import { StoredAttachment } from '../file/attachment.schema.ts';
import { Timestamp } from '../schema.ts';
import { Upload } from '../file/upload.schema.ts';
import { MailAddress, MessageEmail } from './message.schema.ts';

export const findExistingMessages = defineTenantCall({
  id: 'message.find_existing',
  summary: 'The ids of those messages that exist and are not redacted',
  input: z.object({ ids: z.array(idOf('message')) }),
  output: z.array(idOf('message')),
});

/** What the mail of a message is composed of. Ids of messages that it answers are those of mails, which the mail service has. */
export const readOutgoingMessage = defineTenantCall({
  id: 'message.read_outgoing',
  summary:
    'The content of a message that leaves as a mail; null if it was redacted or deleted, or does not leave',
  input: z.object({ id: idOf('message') }),
  output: z
    .object({
      id: idOf('message'),
      conversation_id: idOf('conversation'),
      author_name: z.string().nullable(),
      text: z.string(),
      html: z.string().nullable(),
      email: MessageEmail,
      attachments: z.array(StoredAttachment),
      created_at: Timestamp,
    })
    .nullable(),
});

export const findMessagesOfContact = defineTenantCall({
  id: 'message.find_of_contact',
  summary: 'Which of these messages a contact has written, or are in its conversations',
  input: z.object({ contact_id: idOf('contact'), ids: z.array(idOf('message')).max(1_000) }),
  output: z.array(idOf('message')),
});

/** A mail as the mail service hands it over. */
const mailInput = {
  id: idOf('message'),
  /** The conversation that it belongs to, or the one that it begins. */
  conversation: z.union([
    z.object({ id: idOf('conversation') }),
    z.object({ new_id: idOf('conversation'), inbox_id: idOf('inbox').nullable() }),
  ]),
  mailbox_id: idOf('mailbox'),
  from: MailAddress,
  body: z.string(),
  quoted_body: z.string().nullable(),
  email: MessageEmail,
  attachments: z.array(Upload),
  sent_at: Timestamp.nullable(),
  /** When it was stored; a service of an older version does not tell it. */
  stored_at: Timestamp.nullish(),
};

/** The conversation of a message; null if the contact who has written it was erased after it was stored, so that there is no message. */
const Recorded = z.object({ conversation_id: idOf('conversation').nullable() });

/** A mail that the mail service has stored, read, and found the conversation of. */
export const receiveMail = defineTenantCall({
  id: 'message.receive',
  summary:
    'Record a mail that arrived. The same id again is answered with the message that it made; null if its conversation has gone',
  input: z.object({
    ...mailInput,
    /** The user who has written it from their own mail; null for a contact, as is everybody whose mail begins a conversation. */
    user: z
      .object({ id: idOf('user'), type: z.enum(['comment', 'note']) })
      .nullable()
      .default(null),
    /** Addresses that take part in the conversation from now on. */
    participants: z.array(MailAddress),
  }),
  output: Recorded.nullable(),
});

/** No field of `message.receive`: a service that does not know it would record the mail as one that arrives now. */
export const importMail = defineTenantCall({
  id: 'message.import',
  summary:
    'Record a mail of the past without events, in a closed conversation if it begins one. The same id again is answered with the ' +
    'message that it made; null if its conversation has gone',
  input: z.object({
    ...mailInput,
    /** When it arrived at the time. */
    at: Timestamp,
  }),
  output: Recorded.nullable(),
});

/** What somebody has written into a contact form. It always begins a conversation. */
export const receiveForm = defineTenantCall({
  id: 'message.receive_form',
  summary: 'Record a submission of a contact form. The same id again makes nothing twice',
  input: z.object({
    id: idOf('message'),
    /** The conversation that it begins. */
    conversation_id: idOf('conversation'),
    inbox_id: idOf('inbox').nullable(),
    mailbox_id: idOf('mailbox').nullable(),
    from: MailAddress,
    body: z.string(),
    email: MessageEmail,
    tags: z.array(z.string()),
    sent_at: Timestamp,
  }),
  output: Recorded,
});

export const readParticipants = defineTenantCall({
  id: 'conversation.read_participants',
  summary:
    'The mailbox of a conversation, and the addresses of its contact and of all who take part in it; null if it has gone',
  input: z.object({ id: idOf('conversation') }),
  output: z
    .object({
      mailbox_id: idOf('mailbox').nullable(),
      /** The address of its contact, which is the first participant; a service of an older version does not tell it. */
      contact: z.string().nullish(),
      participants: z.array(z.string()),
    })
    .nullable(),
});
