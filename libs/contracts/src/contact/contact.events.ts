import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { Contact } from './contact.operations.ts';

const contactEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({ type, summary, data: Contact });

export const contactCreated = contactEvent('contact.created', 'A contact was created');
export const contactUpdated = contactEvent(
  'contact.updated',
  'A contact was updated; `previous` contains the old values',
);
export const contactDeleted = defineEvent({
  type: 'contact.deleted',
  summary: 'A contact was deleted; `data` contains only its id',
  data: z.object({ id: idOf('contact') }).describe('The deleted contact'),
});
