import { z } from 'zod';
import { component, nullableInteger, nullableString } from '../documented.ts';
import { text } from '../schema.ts';

const TransportType = z.enum(['smtp', 'imap_smtp', 'graph', 'sandbox']).meta({
  id: 'TransportType',
  description:
    'How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that arrive are fetched from the inbox ' +
    'of an IMAP server; `graph`: through Microsoft Graph, for tenants that refuse SMTP authentication, and with `after_receiving` mails ' +
    'that arrive are fetched from the inbox; `sandbox`: not at all, their outcome is simulated by the address of the recipient',
});

const Security = z.enum(['tls', 'starttls', 'none']).meta({
  id: 'TransportSecurity',
  description:
    '`tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the server must offer; ' +
    '`none`: only to hosts that the operator allows',
});

const Authentication = z
  .enum(['none', 'password', 'oauth2'])
  .meta({ id: 'TransportAuthentication', description: 'How the mailbox signs in' });

const OAuthProvider = z
  .enum(['google', 'microsoft'])
  .meta({ id: 'OAuthProvider', description: 'Issuer of the tokens' });

const AfterReceiving = z.enum(['leave', 'delete']).meta({
  id: 'AfterReceiving',
  description:
    'What becomes of a mail at its server once it is stored here. `leave`: it stays as it is, unread if it was; `delete`: it is ' +
    'deleted there, which only `imap_smtp` does',
});

const PORTS = [25, 465, 587, 2525] as const;
const RECEIVING_PORTS = [143, 993] as const;

const shown = {
  type: TransportType,
  host: nullableString('Name of the submission server, or null', 'smtp.example.com'),
  port: nullableInteger('Its port, or null', 587),
  security: Security.nullable(),
  authentication: Authentication,
  username: nullableString('User name at the server, or null', 'support@example.com'),
  oauth_provider: OAuthProvider.nullable(),
  client_id: nullableString('Id of the OAuth application, or null', '4f1c0a2e'),
  tenant_id: nullableString('Id of the Microsoft tenant, or null', 'contoso.onmicrosoft.com'),
  imap_host: nullableString('Name of the IMAP server, or null', 'imap.example.com'),
  imap_port: nullableInteger('Its port, or null', 993),
  imap_security: Security.nullable(),
  after_receiving: AfterReceiving.nullable(),
};

/** The secrets of a transport are never returned. */
export const Transport = component(
  'Transport',
  'How the mails of a mailbox leave, and how they arrive with `imap_smtp` and `graph`, without its secrets',
  shown,
);
export type Transport = z.output<typeof Transport>;

const secret = (description: string) =>
  text(4_096)
    .optional()
    .meta({ description: `${description}. Never returned`, examples: ['correct-horse'] });

const host = text(253)
  .regex(/^[^\s/:@[\]]+$|^\[[\da-f:.]+\]$/i, 'must be the name or the address of a host')
  .optional();
const port = z.int().min(1).max(65_535).optional();

export const TransportInput = z
  .object({
    type: TransportType,
    host: host.meta({ description: 'Name of the submission server', examples: ['smtp.example.com'] }),
    port: port.meta({
      description:
        'Its port: 25, 465, 587, 2525 or one that the operator allows; by default 465 with `tls`, else 587',
      examples: [587],
    }),
    security: Security.optional().describe('By default `tls` on port 465, else `starttls`'),
    authentication: Authentication.optional().describe(
      'How the mailbox signs in; by default `password` if a username is given, else `none`',
    ),
    username: text(320)
      .optional()
      .meta({ description: 'User name at the server', examples: ['support@example.com'] }),
    password: secret('Password, for `authentication: password`'),
    oauth_provider: OAuthProvider.optional(),
    client_id: text(255)
      .optional()
      .meta({ description: 'Id of the OAuth application', examples: ['4f1c0a2e'] }),
    client_secret: secret('Secret of the OAuth application'),
    tenant_id: text(255)
      .optional()
      .meta({ description: 'Id of the Microsoft tenant', examples: ['contoso.onmicrosoft.com'] }),
    refresh_token: secret('Refresh token of the OAuth application for the mailbox'),
    imap_host: host.meta({
      description:
        'Name of the IMAP server, for `imap_smtp`, with the same user and the same secrets; by default `host`',
      examples: ['imap.example.com'],
    }),
    imap_port: port.meta({
      description:
        'Its port: 993, 143 or one that the operator allows; by default 993, or 143 with `starttls` or `none`',
      examples: [993],
    }),
    imap_security: Security.optional().describe('By default `starttls` on port 143, else `tls`'),
    after_receiving: AfterReceiving.optional().describe(
      'With `imap_smtp` by default `leave`. With `graph`, `leave` has the mails that arrive fetched from the inbox, which needs the ' +
        'permission `Mail.Read`; without it the mailbox only sends, also where an update leaves it out',
    ),
  })
  .meta({
    description:
      'How mails leave. An update replaces all of it: what it leaves out has its default. Secrets alone are kept if they are left out, ' +
      'while host, port, encryption, user and application stay the same; otherwise they have to be given again: another server must not get them',
    examples: [{ type: 'sandbox' }],
  });
export type TransportInput = z.output<typeof TransportInput>;

/** The ports of IMAP servers; an operator can allow others by address. */
export const IMAP_PORTS: readonly number[] = RECEIVING_PORTS;

/** The ports of submission servers; an operator can allow others by address. */
export const SUBMISSION_PORTS: readonly number[] = PORTS;
