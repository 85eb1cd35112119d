// Parts that several resources embed.
import { z } from 'zod';
import { idOf } from './id.ts';
import { nullableString } from './schema.ts';

export const Assignee = z
  .object({
    id: idOf('user'),
    name: z.string().meta({ description: 'Full name of the user', examples: ['Kim Lee'] }),
  })
  .meta({ id: 'Assignee', description: 'The user assigned to a record' });

export const AssigneeId = idOf('user')
  .nullable()
  .meta({ description: 'Id of an active user of the workspace, or null to unassign' });

export const ContactSummary = z
  .object({
    id: idOf('contact'),
    name: nullableString('Full name of the contact', 'Dana Reyes'),
    email: nullableString('E-mail address of the contact', 'dana@example.com'),
  })
  .meta({ id: 'ContactSummary', description: 'The contact of a record' });

export const TagNames = z
  .array(z.string().meta({ examples: ['billing'] }))
  .meta({ description: 'Names of the tags' });
