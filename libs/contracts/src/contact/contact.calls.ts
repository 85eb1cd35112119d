import { defineTenantCall } from '../operation.ts';
import { Contact, ContactReference } from './contact.operations.ts';

export const findOrCreateContact = defineTenantCall({
  id: 'contact.find_or_create',
  service: 'contact',
  summary: 'The contact that a ticket or conversation names; null when its id is unknown',
  input: ContactReference,
  output: Contact.nullable(),
});
