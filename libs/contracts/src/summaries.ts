// Parts that several resources embed.
import { z } from 'zod';
import { component, nullableString, string } from './documented.ts';
import { idOf } from './id.ts';

export const Assignee = component('Assignee', 'The user assigned to a record', {
  id: idOf('user'),
  name: string('Full name of the user', 'Kim Lee'),
});

export const AssigneeId = idOf('user')
  .nullable()
  .describe('Id of an active user of the workspace, or null to unassign');

export const TeamSummary = component('TeamSummary', 'The team that a record belongs to', {
  id: idOf('team'),
  name: string('Display name of the team', 'Support'),
});

export const TeamId = idOf('team')
  .nullable()
  .meta({ description: 'Id of a team of the workspace, or null', examples: [null] });

export const ContactSummary = component('ContactSummary', 'The contact of a record', {
  id: idOf('contact'),
  name: nullableString('Full name of the contact', 'Dana Reyes'),
  email: nullableString('E-mail address of the contact', 'dana@example.com'),
  phone: nullableString('Phone number of the contact, as it was given', '+49 30 1234567'),
});

export type ContactSummary = z.output<typeof ContactSummary>;

export const TagNames = z.array(z.string().meta({ examples: ['billing'] })).describe('Names of the tags');
