import { z } from 'zod';
import { defineTenantCall, defineOperation } from '../operation.ts';
import { idOf } from '../id.ts';
import { CustomFields, CustomFieldsPatch, Email, Timestamp, text } from '../schema.ts';

export const Contact = z
  .object({
    id: idOf('contact'),
    email: z.string().nullable(),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    company: z.string().nullable(),
    custom_fields: CustomFields,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Contact', description: 'A person who writes to the workspace' });
export type Contact = z.output<typeof Contact>;

/** How a ticket or a conversation names its contact. */
export const ContactReference = z
  .object({
    id: idOf('contact').optional().meta({ description: 'An existing contact' }),
    email: Email.optional(),
    name: text(255).optional(),
  })
  .refine((contact) => contact.id !== undefined || contact.email !== undefined, {
    path: ['email'],
    message: 'is required (or id)',
    params: { code: 'missing_parameter' },
  });
export type ContactReference = z.output<typeof ContactReference>;

export const createContact = defineOperation({
  id: 'contact.create',
  service: 'contact',
  route: 'POST /v1/contacts',
  status: 201,
  scope: 'contacts:write',
  summary: 'Create a contact',
  body: z
    .object({
      email: Email.nullable().default(null),
      name: text(255).nullable().default(null),
      phone: text(64).nullable().default(null),
      company: text(255).nullable().default(null),
      custom_fields: CustomFieldsPatch.default({}),
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
  params: z.object({ contact_id: idOf('contact') }),
  response: Contact,
});

export const findOrCreateContact = defineTenantCall({
  id: 'contact.find_or_create',
  service: 'contact',
  summary: 'The contact that a ticket or conversation names; null when its id is unknown',
  input: ContactReference,
  output: Contact.nullable(),
});
