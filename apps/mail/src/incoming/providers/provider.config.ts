import { z } from 'zod';
import { baseUrl, Config, integer, port, setting } from '@parley/runtime/config';
import { connectionSettings } from '@parley/runtime/http';
import { publicServerSettings } from '@parley/runtime/http/public-server';

export class ProviderConfig extends Config({
  BASE_URL: baseUrl,
  MAIL_HTTP_PORT: setting(
    'Port at which mail providers hand over the mails of mailboxes and contact forms are sent; 0 takes a free one',
    port,
    '3003',
  ),
  MAIL_HTTP_HOST: setting('Address on which it is served', z.string().min(1), '0.0.0.0'),
  MAIL_HTTP_REQUESTS_PER_MINUTE: setting(
    'Requests a minute of one address (IPv6: one /64) to a process there; the next one is answered 429, after which providers try again',
    integer(1, 1_000_000),
    '6000',
  ),
  TRUST_PROXY_CIDRS: publicServerSettings.TRUST_PROXY_CIDRS,
  ...connectionSettings,
}) {}
