import { z } from 'zod';
import { component, nullableString, string } from '../documented.ts';
import { idOf } from '../id.ts';
import { defineOperation } from '../operation.ts';
import { listQuery } from '../page.ts';
import { defineResource } from '../resource.ts';
import { CreatedAt, nameText, Tags, text, UpdatedAt } from '../schema.ts';
import { TagNames } from '../summaries.ts';

const ORIGINS_MAX = 20;

/** An origin as browsers send it (RFC 6454 section 6.2). */
const Origin = text(255).refine(
  (value) => URL.canParse(value) && /^https?:/.test(value) && new URL(value).origin === value,
  'must be an origin such as https://www.example.com, in lower case and without a path',
);

const PageUrl = text(2_048).refine((value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}, 'must be an http or https URL without a user name');

const allowedOrigins = {
  description:
    'Origins of the pages that have the form; a submission from a page of another one, or that tells none, is refused. ' +
    'Empty allows all',
  examples: [['https://www.example.com']],
};

const fields = {
  name: nameText(255).meta({
    description: 'Display name; mails that ask for a confirmation show it',
    examples: ['Contact us'],
  }),
  allowed_origins: z.array(Origin).max(ORIGINS_MAX).meta(allowedOrigins),
  redirect_url: PageUrl.nullable().meta({
    description:
      'URL of the page that browsers are sent to once the message is received, or null for a plain page',
    examples: ['https://www.example.com/thanks'],
  }),
  inbox_id: idOf('inbox').nullable().describe('Id of the inbox of its conversations, or null'),
  mailbox_id: idOf('mailbox')
    .nullable()
    .describe('Id of the mailbox through which replies leave, or null: then replies are recorded, not sent'),
  confirmation: z.boolean().meta({
    description:
      'Whether a message waits until its sender confirms its address by a link that is mailed to it. Without it, anybody can write in ' +
      'the name of anybody. In live mode it needs a mailbox of the installation',
    examples: [false],
  }),
};

export const ContactForm = component('ContactForm', 'A contact form of a web site', {
  id: idOf('contact_form'),
  name: fields.name,
  key: string('What names the form in its URL; public, but not to be guessed', '4q2b7h0s1m9v3k6x8c5z2d7f4g'),
  url: string(
    'Address to which the form is sent',
    'https://mail.example.com/forms/4q2b7h0s1m9v3k6x8c5z2d7f4g',
  ),
  allowed_origins: z.array(z.string()).meta(allowedOrigins),
  redirect_url: nullableString(
    'URL of the page that browsers are sent to once the message is received, or null for a plain page',
    'https://www.example.com/thanks',
  ),
  inbox_id: fields.inbox_id,
  mailbox_id: fields.mailbox_id,
  tags: TagNames,
  confirmation: fields.confirmation,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type ContactForm = z.output<typeof ContactForm>;

const contactForms = defineResource('contact_form', ContactForm, {
  path: '/v1/contact_forms',
  read: 'conversations:read',
  write: 'mailboxes:manage',
});

const writable = { ...fields, tags: Tags.describe('Names of the tags of its conversations, at most 50') };

export const createContactForm = contactForms.create({
  description:
    'A form on a web site that is sent to its `url` makes a conversation with the channel `form`; see the guide. A workspace can have 100 ' +
    'forms in each mode; beyond that, `too_many_items` is returned.',
  body: z.object({
    ...writable,
    allowed_origins: writable.allowed_origins.default([]),
    redirect_url: writable.redirect_url.default(null),
    inbox_id: writable.inbox_id.default(null),
    mailbox_id: writable.mailbox_id.default(null),
    tags: writable.tags.default([]),
    confirmation: writable.confirmation.default(false),
  }),
  errors: ['too_many_items'],
});

export const listContactForms = contactForms.list({
  summary: 'List contact forms',
  query: listQuery(['created_at'], {}),
});

export const getContactForm = contactForms.get({ summary: 'Retrieve a contact form' });

export const updateContactForm = contactForms.update({
  summary: 'Update a contact form',
  description:
    'Changes only the fields that are sent; `allowed_origins` and `tags` as a whole. Messages that wait for a confirmation still do.',
  body: z.object(writable).partial(),
});

export const deleteContactForm = contactForms.delete({
  summary: 'Delete a contact form',
  description: 'Messages that wait for a confirmation are deleted with it. Its conversations stay.',
});

export const rotateContactFormKey = defineOperation({
  id: 'contact_form.rotate_key',
  route: 'POST /v1/contact_forms/{contact_form_id}/key/rotate',
  scope: 'mailboxes:manage',
  summary: 'Rotate the key of a contact form',
  description: 'The form has another URL from now on; submissions to the old one are answered 404.',
  params: contactForms.params,
  response: ContactForm,
});
