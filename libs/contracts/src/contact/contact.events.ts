import { defineEvent } from '../event.ts';
import { Contact } from './contact.operations.ts';

export const contactCreated = defineEvent({
  type: 'contact.created',
  service: 'contact',
  subject: 'contact',
  audience: 'webhook',
  summary: 'A new contact',
  data: Contact,
});
