import { DEFAULT_AUTH_URL } from '@parley/openapi';
import {
  addressRanges,
  baseUrl,
  Config,
  commaList,
  drainSettings,
  duration,
  integer,
  port,
  setting,
  webAddress,
} from '@parley/kernel';

/** How long a client may take to send a request: by default Node has no limit and slow clients could hold sockets. */
export const BODY_TIMEOUT_MS = 30_000;

/** What the gateway reads from the environment. */
export class GatewayConfig extends Config({
  GATEWAY_PORT: setting('Port of the API; 0 takes a free one', port, '3000'),
  GATEWAY_HOST: setting(
    'Address on which the API listens',
    commaList.transform((hosts) => hosts[0] ?? '0.0.0.0'),
    '0.0.0.0',
  ),
  TRUST_PROXY_CIDRS: setting(
    'Addresses of the proxies whose X-Forwarded-For is believed, comma-separated CIDRs; empty believes none',
    addressRanges,
    '',
  ),
  AUTH_FAILURES_PER_MINUTE: setting(
    'Requests a minute without a valid token that one address (IPv6: one /64) may make',
    integer(1, 1_000_000),
    '300',
  ),
  OAUTH_REQUESTS_PER_MINUTE: setting(
    'Requests a minute to /oauth/token, /oauth/revoke and /oauth/introspect of one client from one address (IPv6: one /64)',
    integer(60, 1_000_000),
    '300',
  ),
  PUBLIC_REQUESTS_PER_MINUTE: setting(
    'Requests a minute of one address (IPv6: one /64) that no plan counts: those to /openapi.json, the pages at / and /docs, and OPTIONS ' +
      'together, those to /oauth over all clients, those to the sign-in pages, and downloads; the same value for ' +
      'gateway, identity and file',
    integer(1, 1_000_000),
    '600',
  ),
  ...drainSettings,
  BASE_URL: baseUrl,
  AUTH_URL: setting(
    'Public address of the sign-in pages, for the API document',
    webAddress,
    DEFAULT_AUTH_URL,
  ),
  IDEMPOTENCY_TTL: setting(
    'How long an Idempotency-Key belongs to its service; the same value as for the services',
    duration,
    '24h',
  ),
  REQUEST_TIMEOUT: setting(
    'How long a request may take until it is answered 503',
    // Readers of changes rely on it that nothing commits a minute after it began (docs/adr/0012-lists-at-any-size.md).
    duration.refine((ms) => ms > 0 && ms <= 30_000, 'must be longer than 0s and at most 30s'),
    '10s',
  ),
}) {}
