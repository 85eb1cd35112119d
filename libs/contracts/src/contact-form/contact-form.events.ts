import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { ContactForm } from './contact-form.operations.ts';

const administered = <const Type extends string, Data extends z.ZodType<{ id: string }>>(
  type: Type,
  summary: string,
  data: Data,
) => defineEvent({ type, summary, data, audience: 'bus' });

/** Events for the audit log. */
export const contactFormCreated = administered(
  'contact_form.created',
  'A contact form was created',
  ContactForm,
);
export const contactFormUpdated = administered(
  'contact_form.updated',
  'A contact form was updated',
  ContactForm,
);
export const contactFormDeleted = administered(
  'contact_form.deleted',
  'A contact form was deleted; `data` contains only its id',
  z.object({ id: idOf('contact_form') }),
);
