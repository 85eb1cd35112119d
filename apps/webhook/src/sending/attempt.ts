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

const CODES: Partial<Readonly<Record<AttemptError, readonly string[]>>> = {
  target_not_allowed: ['target_not_allowed'],
  dns_failed: ['dns_failed'],
  connection_refused: ['ECONNREFUSED'],
  connection_reset: ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET'],
  connect_timeout: ['UND_ERR_CONNECT_TIMEOUT', 'ERR_SOCKET_CONNECTION_TIMEOUT'],
  timeout: ['ETIMEDOUT'],
  unreachable: ['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
  tls_failed: ['EPROTO'],
  invalid_response: ['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
};
const ERRORS = Object.entries(CODES) as [AttemptError, readonly string[]][];

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
  const [known] = ERRORS.find(([, codes]) => codes.includes(code)) ?? [];
  return known ?? (TLS_CODE.test(code) ? 'tls_failed' : 'request_failed');
}

export const RETRY_AFTER_MAX_MS = 24 * 3_600_000;

const DAY_NAME = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = '\\d{2}:\\d{2}:\\d{2}';
const HTTP_DATE = new RegExp(`^${DAY_NAME}, \\d{2} ${MONTH} \\d{4} ${TIME} GMT$`);
/** Obsolete, but recipients must accept both (RFC 9110 section 5.6.7). */
const RFC850_DATE = new RegExp(`^${DAY_NAME}[a-z]*day, \\d{2}-${MONTH}-\\d{2} ${TIME} GMT$`);
const ASCTIME_DATE = new RegExp(`^${DAY_NAME} ${MONTH} [ \\d]\\d ${TIME} \\d{4}$`);

/** Milliseconds that a Retry-After header (RFC 9110 section 10.2.3) asks for: 0 to 24 h, `null` if it is invalid. */
export function parseRetryAfter(header: string | readonly string[] | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (typeof header !== 'string') {
    const waits = header.map((one) => parseRetryAfter(one, now)).filter((wait) => wait !== null);
    return waits.length === 0 ? null : Math.max(...waits);
  }
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, RETRY_AFTER_MAX_MS);
  if (!HTTP_DATE.test(text) && !RFC850_DATE.test(text) && !ASCTIME_DATE.test(text)) return null;
  // asctime dates have no zone, and Date would assume the local one.
  const moment = Date.parse(ASCTIME_DATE.test(text) ? `${text} GMT` : text);
  if (Number.isNaN(moment)) return null;
  return Math.min(Math.max(moment - now.getTime(), 0), RETRY_AFTER_MAX_MS);
}
