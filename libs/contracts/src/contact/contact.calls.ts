import { defineTenantCall } from '../call.ts';
import { Timestamp } from '../schema.ts';
import { Contact, ContactReference } from './contact.operations.ts';

export const findOrCreateContact = defineTenantCall({
  id: 'contact.find_or_create',
  summary:
    'Find or create the contact of a ticket or conversation; null if its id is unknown, or if a contact with the e-mail address was ' +
    'erased after `written_at`',
  input: ContactReference.safeExtend({
    /** When it wrote what is recorded now, if that may be a while ago; a service of an older version does not ask for it. */
    written_at: Timestamp.nullish(),
  }),
  output: Contact.nullable(),
});
