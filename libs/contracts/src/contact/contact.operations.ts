import { z } from 'zod';
import { bulkUpdate } from '../bulk.ts';
import { invalidParameter } from '../error.ts';
import { defineOperation } from '../operation.ts';
import { defineResource } from '../resource.ts';
import { idOf } from '../id.ts';
import { byExternalId, createdRange, listQuery, updatedRange } from '../page.ts';
import {
  CustomFields,
  CustomFieldsPatch,
  Email,
  emailKey,
  externalId,
  ifGiven,
  isBlank,
  newExternalId,
  CreatedAt,
  UpdatedAt,
  text,
} from '../schema.ts';
import { component, documentedAs, nullableString } from '../documented.ts';
import { defineSearchable, EmailPattern, searchQuery } from '../search/search-query.ts';

/** A name that shows nothing is none: forms send it empty, and a request must not be lost for it. */
const Name = documentedAs(
  text(255, 0)
    .nullable()
    .transform((name) => (isBlank(name) ? null : name)),
  z.string().max(255).nullable(),
).meta({ description: 'Full name; an empty one is null', examples: ['Dana Reyes'] });

const PhoneNumber = text(64).meta({ description: 'Phone number', examples: ['+49 30 1234567'] });

/** Fields that callers write and read in the same form. */
const fields = {
  email: Email.nullable().meta({
    description: 'E-mail address, unique in the workspace (case-insensitive)',
    examples: ['dana@example.com'],
  }),
  name: Name,
  phone: PhoneNumber.nullable().meta({
    description: 'Phone number, as it was given',
    examples: ['+49 30 1234567'],
  }),
  external_id: externalId('contact', 'CRM-8812'),
  company: text(255)
    .nullable()
    .meta({ description: 'Company name', examples: ['Acme'] }),
};

export const Contact = component('Contact', 'A person who communicates with the workspace', {
  id: idOf('contact'),
  ...fields,
  name: nullableString('Full name', 'Dana Reyes'),
  phone_e164: nullableString(
    'The phone number in the format of E.164, or null if it is none or has an extension. A national number is one of the ' +
      'country that the workspace had when it was written',
    '+49301234567',
  ),
  custom_fields: CustomFields,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Contact = z.output<typeof Contact>;

/** Selects the contact of a ticket or conversation. */
export const ContactReference = z
  .object({
    id: ifGiven(idOf('contact')).describe('Id of an existing contact'),
    email: ifGiven(Email, z.string().max(320)).meta({
      description: 'E-mail address of the contact',
      examples: ['dana@example.com'],
    }),
    external_id: ifGiven(text(255), z.string().max(255)).meta({
      description: 'Id of the contact in an external system',
      examples: ['CRM-8812'],
    }),
    phone: ifGiven(PhoneNumber, z.string().max(64)).meta({
      description:
        'Phone number of the contact, in any grouping; beside another identifier, that of a contact to be created',
      examples: ['+49 30 1234567'],
    }),
    name: Name.optional().meta({
      description: 'Full name, used if a new contact is created; an empty one is none',
      examples: ['Dana Reyes'],
    }),
  })
  .refine(
    ({ id, email, phone, external_id }) => [id, email, phone, external_id].some((one) => one !== undefined),
    {
      path: ['email'],
      message: 'is required (or phone, external_id or id)',
      params: { code: 'missing_parameter' },
    },
  )
  .meta({
    id: 'ContactReference',
    description:
      'A contact by `id`, `external_id`, `email` or `phone`, of which the first that is given decides. Beside an `id`, the others ' +
      'must be those of the same contact. If nobody has the external id, the contact is found by the e-mail address; a phone number ' +
      'that several contacts have is that of the oldest. What is null, empty or blank is not given',
    examples: [{ email: 'dana@example.com', name: 'Dana Reyes' }],
  });
export type ContactReference = z.output<typeof ContactReference>;

/** Whether nothing but the e-mail address (and the id) identifies the contact of a reference. */
export const isOfEmailAlone = ({ external_id, phone }: ContactReference): boolean =>
  external_id === undefined && phone === undefined;

/** Throws 422 if the reference has an id and the e-mail address of another contact. */
export function assertEmailMatches(contact: { email: string | null }, { id, email }: ContactReference): void {
  if (id === undefined || email === undefined) return;
  if (contact.email === null || emailKey(contact.email) !== emailKey(email))
    throw invalidParameter('contact.email', 'is not the address of the contact with this id');
}

const writable = { ...fields, custom_fields: CustomFieldsPatch };

export const CONTACT_METHOD_REQUIRED =
  'must not be removed: a contact needs an e-mail address, a phone number or an external_id';

export const searchableContacts = defineSearchable({ email: true, custom: true });

const contacts = defineResource('contact', Contact, {
  path: '/v1/contacts',
  read: 'contacts:read',
  write: 'contacts:write',
});

export const createContact = contacts.create({
  description: 'Requires an e-mail address, a phone number or an `external_id`. Emits `contact.created`.',
  body: z
    .object({
      email: writable.email.meta({ examples: ['robin@example.com'] }).default(null),
      name: writable.name.meta({ examples: ['Robin Moss'] }).default(null),
      phone: writable.phone.default(null),
      external_id: newExternalId('contact'),
      company: writable.company.default(null),
      custom_fields: writable.custom_fields.default({}),
    })
    .refine((contact) => contact.email !== null || contact.phone !== null || contact.external_id !== null, {
      path: ['email'],
      message: 'is required (or phone, or external_id)',
      params: { code: 'missing_parameter' },
    }),
  errors: ['duplicate_value'],
});

/** Finds a contact by what identifies it, or creates one: body of POST /v1/contacts/upsert. */
export const upsertContact = contacts.upsert({
  description:
    'Finds the contact by `external_id`, or else by `email` (case-insensitive), and changes the fields that are sent, as an ' +
    'update does; a contact that is found by neither is created. If the two belong to different contacts, nothing is changed: ' +
    '422 `ambiguous_match`. Emits `contact.created`, or `contact.updated` unless nothing changed.',
  body: z
    .object({
      ...writable,
      email: writable.email.meta({ examples: ['sam@example.com'] }),
      external_id: writable.external_id.meta({ examples: ['CRM-9001'] }),
    })
    .partial()
    .refine(({ external_id: id, email }) => id != null || email != null, {
      path: ['external_id'],
      message: 'is required (or email)',
      params: { code: 'missing_parameter' },
    }),
  errors: ['ambiguous_match', 'missing_parameter'],
});

export const getContact = contacts.get();

export const listContacts = contacts.list({
  description:
    'Returns the contacts that match all filters, newest first by default. `q` searches names, e-mail addresses, phone ' +
    'numbers, companies and custom fields.',
  query: listQuery(['created_at', 'updated_at', 'name', 'email', 'company'], {
    email: EmailPattern.optional(),
    // An unescaped plus in a URL arrives as a space.
    phone: PhoneNumber.overwrite((phone) => phone.replace(/^ /, '+'))
      .optional()
      .meta({
        description:
          'Phone number in any grouping, international or national of the country of the workspace',
        examples: ['030 1234567'],
      }),
    external_id: byExternalId,
    q: searchQuery(searchableContacts).optional(),
    ...createdRange,
    ...updatedRange,
  }),
});

export const updateContact = contacts.update({
  description:
    'Changes only the fields that are sent. A contact must keep an e-mail address, a phone number or an `external_id`. Conversations and ' +
    'tickets show a new name, e-mail address or phone number within two seconds. Emits `contact.updated`. No event is sent if the ' +
    'request changes nothing.',
  body: z.object(writable).partial(),
  errors: ['duplicate_value'],
});

export const deleteContact = contacts.delete({
  description:
    'Its conversations and tickets are kept and anonymized: the contact is shown as `Deleted contact`. The e-mail address ' +
    'can be used again. Emits `contact.deleted`.',
});

/** What can be the same in several contacts. */
export const ContactsUpdate = z
  .object(writable)
  .partial()
  .refine((update) => update.email !== null || update.phone !== null || update.external_id !== null, {
    path: ['email'],
    message: CONTACT_METHOD_REQUIRED,
  });

export const updateContacts = defineOperation({
  id: 'contact.bulk_update',
  route: 'POST /v1/contacts/bulk',
  scope: 'contacts:write',
  ...bulkUpdate('contact', Contact, ContactsUpdate),
});
