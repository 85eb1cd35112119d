import { isIP } from 'node:net';
import { z } from 'zod';
import { Config, integer, port, setting } from '@parley/runtime/config';

const addresses = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
  .refine((list) => list.every((one) => isIP(one) !== 0), 'must be IP addresses, separated by commas');

export class ListenerConfig extends Config({
  MAIL_LISTEN_PORT: setting(
    'Port on which mail is received, such as 25; empty: mail is not received by SMTP, and 0 takes a free one',
    z.union([z.literal('').transform(() => null), port]),
    '',
  ),
  MAIL_LISTEN_HOST: setting('Address on which mail is received', z.string().min(1), '0.0.0.0'),
  MAIL_LISTEN_PROTOCOL: setting(
    'Protocol by which mail is received: smtp, from the world; or lmtp, from a mail server of your own (RFC 2033)',
    z.enum(['smtp', 'lmtp']),
    'smtp',
  ),
  MAIL_LISTEN_CERT: setting(
    'Certificate for STARTTLS (PEM file with those of its issuers); empty: without encryption',
    z.string(),
    '',
  ),
  MAIL_LISTEN_KEY: setting('Private key (PEM file) of MAIL_LISTEN_CERT', z.string(), ''),
  MAIL_LISTEN_PROXIES: setting(
    'Addresses of load balancers that tell the address of a client by the PROXY protocol, comma-separated',
    addresses,
    '',
  ),
  MAIL_LISTEN_CONNECTIONS: setting(
    'Maximum connections of mail servers to a process at the same time; the next one is answered 421',
    integer(1, 100_000),
    '500',
  ),
  MAIL_LISTEN_CONNECTIONS_PER_ADDRESS: setting(
    'Maximum connections of one address to a process at the same time; the next one is answered 421',
    integer(1, 100_000),
    '20',
  ),
}) {}
