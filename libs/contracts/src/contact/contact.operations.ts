import { z } from 'zod';
import { bulkBody, bulkResult } from '../bulk.ts';
import { invalidParameter } from '../error.ts';
import { defineOperation, noContent } from '../operation.ts';
import { idOf } from '../id.ts';
import { createdRange, listQuery, pageOf } from '../page.ts';
import { CustomFields, CustomFieldsPatch, Email, emailKey, CreatedAt, UpdatedAt, text } from '../schema.ts';
import { defineSearchable, EmailPattern, searchQuery } from '../search/search-query.ts';

export const Contact = z
  .object({
    id: idOf('contact'),
    email: z
      .string()
      .nullable()
      .meta({ description: 'E-mail address, unique in the workspace', examples: ['dana@example.com'] }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Full name', examples: ['Dana Reyes'] }),
    phone: z
      .string()
      .nullable()
      .meta({ description: 'Phone number', examples: ['+49 30 1234567'] }),
    company: z
      .string()
      .nullable()
      .meta({ description: 'Where the contact works', examples: ['Acme'] }),
    custom_fields: CustomFields,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Contact', description: 'A person who writes to the workspace' });
export type Contact = z.output<typeof Contact>;

/** How a ticket or a conversation names its contact. */
export const ContactReference = z
  .object({
    id: idOf('contact').optional().meta({ description: 'An existing contact' }),
    email: Email.optional().meta({
      description: 'Names the contact; beside an id, it must be the address of that contact',
      examples: ['dana@example.com'],
    }),
    name: text(255)
      .optional()
      .meta({ description: 'Name of a contact that is created', examples: ['Dana Reyes'] }),
  })
  .refine((contact) => contact.id !== undefined || contact.email !== undefined, {
    path: ['email'],
    message: 'is required (or id)',
    params: { code: 'missing_parameter' },
  })
  .meta({ examples: [{ email: 'dana@example.com', name: 'Dana Reyes' }] });
export type ContactReference = z.output<typeof ContactReference>;

/** Throws 422 for a reference whose id and address name two contacts. */
export function assertEmailMatches(contact: { email: string | null }, { id, email }: ContactReference): void {
  if (id === undefined || email === undefined) return;
  if (contact.email === null || emailKey(contact.email) !== emailKey(email))
    throw invalidParameter('contact.email', 'is not the address of the contact with this id');
}

const ContactParams = z.object({ contact_id: idOf('contact') });

const writable = {
  email: Email.nullable(),
  name: text(255)
    .nullable()
    .meta({ description: 'Full name', examples: ['Dana Reyes'] }),
  phone: text(64)
    .nullable()
    .meta({ description: 'Phone number', examples: ['+49 30 1234567'] }),
  company: text(255)
    .nullable()
    .meta({ description: 'Where the contact works', examples: ['Acme'] }),
  custom_fields: CustomFieldsPatch,
};

/** Said of a change that takes both the address and the number. */
export const CONTACT_METHOD_REQUIRED = 'must stay: a contact has an e-mail address or a phone number';

/** What contacts are found by. */
export const searchableContacts = defineSearchable('contacts', { email: true, custom: true });

export const createContact = defineOperation({
  id: 'contact.create',
  service: 'contact',
  route: 'POST /v1/contacts',
  status: 201,
  scope: 'contacts:write',
  summary: 'Create a contact',
  description:
    'Creates a contact with an e-mail address, a phone number, or both. The address is unique in the workspace without ' +
    'regard to case. Emits `contact.created`.',
  body: z
    .object({
      email: writable.email.default(null),
      name: writable.name.default(null),
      phone: writable.phone.default(null),
      company: writable.company.default(null),
      custom_fields: writable.custom_fields.default({}),
    })
    .refine((contact) => contact.email !== null || contact.phone !== null, {
      path: ['email'],
      message: 'is required (or phone)',
      params: { code: 'missing_parameter' },
    }),
  response: Contact,
  errors: ['duplicate_value'],
});

export const getContact = defineOperation({
  id: 'contact.get',
  service: 'contact',
  route: 'GET /v1/contacts/{contact_id}',
  status: 200,
  scope: 'contacts:read',
  summary: 'Read a contact',
  params: ContactParams,
  response: Contact,
});

export const listContacts = defineOperation({
  id: 'contact.list',
  service: 'contact',
  route: 'GET /v1/contacts',
  status: 200,
  scope: 'contacts:read',
  summary: 'List contacts',
  description:
    'Lists the contacts that match all given filters, newest first unless told otherwise. `q` looks in names, addresses, ' +
    'phone numbers, companies and custom fields.',
  query: listQuery(['created_at', 'updated_at', 'name', 'email', 'company'], {
    email: EmailPattern.optional(),
    q: searchQuery(searchableContacts).optional(),
    ...createdRange,
  }),
  response: pageOf(Contact),
});

export const updateContact = defineOperation({
  id: 'contact.update',
  service: 'contact',
  route: 'PATCH /v1/contacts/{contact_id}',
  status: 200,
  scope: 'contacts:write',
  summary: 'Change a contact',
  description:
    'Changes the fields that are sent; an e-mail address or a phone number must remain. Conversations and tickets show ' +
    'a new name or address within two seconds. Emits `contact.updated`; nothing where nothing changes.',
  params: ContactParams,
  body: z.object(writable).partial(),
  response: Contact,
  errors: ['duplicate_value'],
});

export const deleteContact = defineOperation({
  id: 'contact.delete',
  service: 'contact',
  route: 'DELETE /v1/contacts/{contact_id}',
  status: 204,
  scope: 'contacts:write',
  summary: 'Delete a contact; its conversations and tickets stay, and no longer tell who it was',
  description:
    'Deletes a contact. Its conversations and tickets stay, with `Deleted contact` in the place of its name, and its ' +
    'e-mail address is free again. Emits `contact.deleted`. A second request is 404.',
  params: ContactParams,
  response: noContent,
});

export const updateContacts = defineOperation({
  id: 'contact.bulk_update',
  service: 'contact',
  route: 'POST /v1/contacts/bulk',
  status: 200,
  scope: 'contacts:write',
  summary: 'Change up to 100 contacts in the same way, each on its own',
  description:
    'Changes each of the contacts on its own: the status is 200 also where some fail, and `data` says what became of ' +
    'each. A change that no contact could take is 422, and none is changed. Counts as one request.',
  body: bulkBody(
    z
      .object(writable)
      .partial()
      .refine((update) => update.email !== null || update.phone !== null, {
        path: ['email'],
        message: CONTACT_METHOD_REQUIRED,
      }),
  ),
  response: bulkResult,
});
