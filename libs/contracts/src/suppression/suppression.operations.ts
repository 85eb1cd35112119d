import { z } from 'zod';
import { component, string } from '../documented.ts';
import { idOf } from '../id.ts';
import { anyOf, listQuery } from '../page.ts';
import { defineResource } from '../resource.ts';
import { CreatedAt, Email, Timestamp, UpdatedAt } from '../schema.ts';

const SuppressionReason = z.enum(['bounced', 'complained', 'manual']).meta({
  id: 'SuppressionReason',
  description:
    '`bounced`: a mail to the address was refused for good; `complained`: its owner reported a mail as spam, which nothing records ' +
    'yet; `manual`: an admin has listed it',
});

export const Suppression = component('Suppression', 'An address to which no mail is sent', {
  id: idOf('suppression'),
  address: string('The address', 'gone@example.com'),
  reason: SuppressionReason,
  expires_at: Timestamp.nullable().describe('When it ends by itself, or null'),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Suppression = z.output<typeof Suppression>;

const suppressions = defineResource('suppression', Suppression, {
  path: '/v1/suppressions',
  read: 'mailboxes:manage',
  write: 'mailboxes:manage',
});

export const createSuppression = suppressions.create({
  description:
    'Replies to the address fail with `suppressed` until the suppression is deleted. Suppressing a suppressed address is a ' +
    '`duplicate_value`.',
  body: z.object({
    address: Email.meta({ description: 'The address', examples: ['blocked@example.com'] }),
  }),
  errors: ['duplicate_value'],
});

export const listSuppressions = suppressions.list({
  query: listQuery(['created_at'], {
    reason: anyOf(SuppressionReason, {
      description: 'Reason: `bounced`, `complained` or `manual`',
      examples: ['bounced,manual'],
    }),
    address: Email.optional().meta({
      description: 'The address (case-insensitive)',
      examples: ['gone@example.com'],
    }),
  }),
});

export const getSuppression = suppressions.get();

export const deleteSuppression = suppressions.delete({ description: 'Mail to the address is sent again.' });
