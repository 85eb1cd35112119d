import { z } from 'zod';
import { idOf } from './id.ts';

/** A user as other resources show one. */
export const Assignee = z.object({
  id: idOf('user'),
  name: z.string().meta({ description: 'Name of the user', examples: ['Kim Lee'] }),
});

/** A contact as other resources show one. */
export const ContactSummary = z.object({
  id: idOf('contact'),
  name: z
    .string()
    .nullable()
    .meta({ description: 'Name of the contact', examples: ['Dana Reyes'] }),
  email: z
    .string()
    .nullable()
    .meta({ description: 'E-mail address of the contact', examples: ['dana@example.com'] }),
});
