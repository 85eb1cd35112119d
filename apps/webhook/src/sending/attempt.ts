/** Why an attempt failed: stable codes, shown in the delivery log and by the test endpoint. */
export type AttemptError =
  | 'timeout'
  | 'connect_timeout'
  | 'connection_refused'
  | 'connection_reset'
  | 'unreachable'
  | 'dns_failed'
  | 'tls_failed'
  | 'target_not_allowed'
  | 'invalid_response'
  | 'redirect'
  | 'unexpected_status'
  | 'request_failed'
  /** Not sent: the subscription's secret cannot be decrypted because its key is missing from ENCRYPTION_KEYS. */
  | 'secret_unreadable'
  /** Not sent: the body is past its retention period. */
  | 'body_missing'
  | 'cancelled';

export interface Attempt {
  readonly startedAt: Date;
  /** Whole milliseconds from the start to the response headers, or to the failure. */
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** `null` exactly for a 2xx response. */
  readonly error: AttemptError | null;
  /** Retry-After of a response other than 2xx, at most 24 h; `null` without a valid one. */
  readonly retryAfterMs: number | null;
  /** The first 4 KiB of the response body as text; empty when it is compressed. */
  readonly responseSnippet: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
}

export function notSent(error: AttemptError): Attempt {
  return {
    startedAt: new Date(),
    durationMs: 0,
    statusCode: null,
    error,
    retryAfterMs: null,
    responseSnippet: '',
    requestHeaders: {},
  };
}

/** Only 2xx acknowledges a delivery (Standard Webhooks 1.0.0). */
export function isSuccess(statusCode: number | null): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** The error of a response status, `null` for a 2xx. Redirects are never followed. */
export function statusError(statusCode: number): AttemptError | null {
  if (isSuccess(statusCode)) return null;
  return statusCode >= 300 && statusCode < 400 ? 'redirect' : 'unexpected_status';
}

const ERROR_BY_CODE: Readonly<Record<string, AttemptError>> = {
  target_not_allowed: 'target_not_allowed',
  dns_failed: 'dns_failed',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  ERR_SOCKET_CONNECTION_TIMEOUT: 'connect_timeout',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EPROTO: 'tls_failed',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid_response',
};

/** OpenSSL's verification errors share no prefix (nodejs.org/api/tls.html#x509-certificate-error-codes). */
const TLS_CODE = /^ERR_(TLS|SSL|OSSL)_|CERT|^UNABLE_TO_|^CRL_|_MISMATCH$|^INVALID_(CA|PURPOSE)$/;

/** Classifies an error of net, dns, tls or undici; `request_failed` if it is unknown. */
export function networkError(error: unknown): AttemptError {
  const { name, code, message } = Object(error) as Readonly<Record<'name' | 'code' | 'message', unknown>>;
  // undici 7.30 loses llhttp's error code: it looks a number up in a table keyed by name.
  if (name === 'HTTPParserError') return 'invalid_response';
  if (typeof code !== 'string') return 'request_failed';
  // undici uses one code for "other side closed" and for responses that it rejects ("bad response", "bad upgrade").
  if (code === 'UND_ERR_SOCKET' && String(message).startsWith('bad ')) return 'invalid_response';
  return ERROR_BY_CODE[code] ?? (TLS_CODE.test(code) ? 'tls_failed' : 'request_failed');
}
