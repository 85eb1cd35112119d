import { z } from 'zod';
import { changesByItself, component, documentedAs, string } from '../documented.ts';
import { idOf } from '../id.ts';
import { defineOperation } from '../operation.ts';
import { listQuery } from '../page.ts';
import { defineResource } from '../resource.ts';
import { CreatedAt, nameText, Timestamp, UpdatedAt } from '../schema.ts';

const DomainStatus = z.enum(['pending', 'verified', 'failed']).meta({
  id: 'SendingDomainStatus',
  description:
    '`pending`: not verified yet; `verified`: the DKIM record was found, and mails from the domain are signed with its key; `failed`: the ' +
    'record has gone or is another one',
});

const DnsRecord = component('DnsRecord', 'A DNS record of a sending domain', {
  purpose: z.enum(['dkim', 'spf', 'dmarc']).describe('What it is for'),
  type: z.literal('TXT').describe('Type of the record'),
  name: string('Name of the record', 'parley1._domainkey.example.com'),
  value: string('Value of the record', 'v=DKIM1; k=rsa; p=MIIB…'),
  status: z.enum(['unknown', 'found', 'missing', 'different']).describe('What the last verification found'),
});

export const SendingDomain = component(
  'SendingDomain',
  'A domain in whose name the relay of the operator sends, and the DNS records that it needs',
  {
    id: idOf('sending_domain'),
    domain: string('Name of the domain', 'example.com'),
    status: changesByItself(DomainStatus),
    records: z.array(DnsRecord).describe('The records to publish'),
    verified_at: Timestamp.nullable().describe(
      'Time of the last verification that found the DKIM record, or null',
    ),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
);
export type SendingDomain = z.output<typeof SendingDomain>;

const domains = defineResource('sending_domain', SendingDomain, {
  path: '/v1/sending_domains',
  read: 'mailboxes:manage',
  write: 'mailboxes:manage',
});

export const createSendingDomain = domains.create({
  description:
    'Makes a DKIM key for the domain and returns the records to publish. Needed only where mails leave through a server that does ' +
    'not sign them itself. A verified domain belongs to one workspace of the installation.',
  body: z.object({
    // Blanks around the name are removed before the pattern is checked, which JSON Schema cannot say.
    domain: documentedAs(
      nameText(253).regex(/^(?:[^\s@.:/]{1,63}\.)+[^\s@.:/]{2,63}$/u, 'must be the name of a domain'),
      z.string().min(4).max(253),
    ).meta({ description: 'Name of the domain', examples: ['mail.example.com'] }),
  }),
  errors: ['duplicate_value', 'too_many_items'],
});

export const listSendingDomains = domains.list({ query: listQuery(['created_at'], {}) });

export const getSendingDomain = domains.get();

export const deleteSendingDomain = domains.delete({
  description: 'Mails from the domain are no longer signed.',
});

export const verifySendingDomain = defineOperation({
  id: 'sending_domain.verify',
  route: 'POST /v1/sending_domains/{sending_domain_id}/verify',
  scope: 'mailboxes:manage',
  summary: 'Verify a sending domain',
  description: 'Looks the DNS records up. Returns 200 whatever it finds; look at `status` and `records`.',
  params: domains.params,
  response: SendingDomain,
});
