import { defineTenantCall } from '../call.ts';
import { Contact, ContactReference } from './contact.operations.ts';

export const findOrCreateContact = defineTenantCall({
  id: 'contact.find_or_create',
  summary: 'Find or create the contact of a ticket or conversation; null if its id is unknown',
  input: ContactReference,
  output: Contact.nullable(),
});
