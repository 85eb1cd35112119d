import { z } from 'zod';
import { component, documentedAs, string } from '../documented.ts';
import { idOf } from '../id.ts';
import { anyOf, listQuery } from '../page.ts';
import { defineResource } from '../resource.ts';
import { CreatedAt, nameText, UpdatedAt } from '../schema.ts';

const SenderAction = z.enum(['block', 'allow']).meta({
  id: 'SenderAction',
  description:
    '`block`: mails of the sender are quarantined as `blocked`; `allow`: they are not quarantined as `spam` or `flood`, unless the domain ' +
    'asks to refuse mails that nothing proves, and nothing proves them',
});

export const SenderRule = component('SenderRule', 'What becomes of the mails of a sender', {
  id: idOf('sender_rule'),
  sender: string('The address, or the domain with its subdomains', 'example.com'),
  action: SenderAction,
  origin: z.enum(['manual', 'released']).meta({
    id: 'SenderRuleOrigin',
    description:
      '`manual`: an admin has made it; `released`: a mail of the sender was released from quarantine, where it was as `spam` or `flood`',
  }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type SenderRule = z.output<typeof SenderRule>;

const senderRules = defineResource('sender_rule', SenderRule, {
  path: '/v1/sender_rules',
  read: 'mailboxes:manage',
  write: 'mailboxes:manage',
});

/** An address, or the name of a domain with a dot: nobody blocks all of `com` by accident. */
const Sender = documentedAs(
  nameText(320).regex(
    /^(?:[^\s@]+@)?(?:[^\s@.:/]{1,63}\.)+[^\s@.:/]{2,63}$/u,
    'must be an address or the name of a domain',
  ),
  z.string().min(4).max(320),
);

export const createSenderRule = senderRules.create({
  description:
    'Applies to mails that arrive from now on, by the address in `From`, and a block to contact forms by the address of their sender. The rule of an address has priority over that of its domain, and ' +
    'that of a domain over those above it. A second rule for a sender is a `duplicate_value`.',
  body: z.object({
    sender: Sender.meta({
      description: 'An address, or a domain with its subdomains',
      examples: ['news.example.com'],
    }),
    action: SenderAction,
  }),
  errors: ['duplicate_value'],
});

export const listSenderRules = senderRules.list({
  summary: 'List sender rules',
  query: listQuery(['created_at'], {
    action: anyOf(SenderAction, { description: 'Action: `block` or `allow`', examples: ['block'] }),
    sender: Sender.optional().meta({
      description: 'The address or domain (case-insensitive)',
      examples: ['news.example.com'],
    }),
  }),
});

export const getSenderRule = senderRules.get({ summary: 'Retrieve a sender rule' });

export const deleteSenderRule = senderRules.delete({
  summary: 'Delete a sender rule',
  description: 'Mails that are in quarantine stay there.',
});
