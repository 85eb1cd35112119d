import { defineEvent } from '../event.ts';
import { Contact } from './contact.operations.ts';

const contactEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({ type, summary, data: Contact });

export const contactCreated = contactEvent('contact.created', 'A contact was created');
export const contactUpdated = contactEvent(
  'contact.updated',
  'A contact was updated; `previous` contains the old values',
);
export const contactDeleted = contactEvent(
  'contact.deleted',
  'A contact was deleted; `data` contains its last state',
);
