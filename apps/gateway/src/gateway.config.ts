import { DEFAULT_AUTH_URL } from '@parley/openapi';
import {
  baseUrl,
  byteSize,
  Config,
  commaList,
  duration,
  integer,
  port,
  setting,
  webAddress,
} from '@parley/runtime/config';
import { publicServerSettings } from '@parley/runtime/http/public-server';

/** How long a client may take to send a request: by default Node has no limit and slow clients could hold sockets. */
export const BODY_TIMEOUT_MS = 30_000;

export class GatewayConfig extends Config({
  GATEWAY_PORT: setting('Port of the API; 0 takes a free one', port, '3000'),
  GATEWAY_HOST: setting(
    'Address on which the API listens',
    commaList.transform((hosts) => hosts[0] ?? '0.0.0.0'),
    '0.0.0.0',
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
  ...publicServerSettings,
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
  RESPONSE_IDLE_TIMEOUT: setting(
    'How long a client may take none of the bytes of a response, until its connection is closed',
    duration.refine((ms) => ms >= 100 && ms <= 600_000, 'must be from 100ms to 10m'),
    '30s',
  ),
  UNREAD_RESPONSES_MAX: setting(
    'Bytes of responses that the clients of a workspace have not taken yet, in one mode and per gateway process, from which on ' +
      'its requests are answered 429; one response may be beyond it',
    byteSize,
    '256MiB',
  ),
  EVENT_STREAM_HEARTBEAT: setting(
    'How often an idle event stream sends a comment, so that proxies keep its connection open',
    duration.refine((ms) => ms >= 100 && ms <= 300_000, 'must be from 100ms to 5m'),
    '15s',
  ),
  EVENT_STREAM_BUFFER: setting(
    'Bytes that wait for a reader of an event stream before it gets no more; one event may be beyond it',
    byteSize,
    '256KiB',
  ),
  EVENT_STREAM_DRAIN_TIMEOUT: setting(
    'How long a reader of an event stream may take for what waits for it; a slower one is disconnected, and resumes',
    duration.refine((ms) => ms >= 100 && ms <= 600_000, 'must be from 100ms to 10m'),
    '30s',
  ),
  EVENT_STREAM_POLL_INTERVAL: setting(
    'How often a gateway looks for new events of the workspaces that have event streams, all in one query; of idle ones ' +
      'every second',
    duration.refine((ms) => ms >= 10 && ms <= 10_000, 'must be from 10ms to 10s'),
    '250ms',
  ),
  EVENT_STREAMS_PER_WORKSPACE: setting(
    'Event streams that a workspace may have open in one mode, per gateway process; tabs of the account console may have ' +
      'as many again',
    integer(1, 100_000),
    '100',
  ),
  EVENT_STREAMS_PER_CREDENTIAL: setting(
    'Event streams that a credential may have open, per gateway process',
    integer(1, 100_000),
    '20',
  ),
}) {}
