/** Why an attempt did not deliver: stable texts, shown in the delivery log and by the test call. */
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
  /** Nothing was sent: the subscription's secret cannot be decrypted, its key is not among ENCRYPTION_KEYS. */
  | 'secret_unreadable'
  /** Nothing was sent: the body is kept no longer. */
  | 'body_missing'
  /** Our own shutdown ended it; the receiver is not to blame. */
  | 'cancelled';

/** One try to deliver, as the log keeps it. */
export interface Attempt {
  readonly startedAt: Date;
  /** Whole milliseconds from the start to the head of the answer, or to the failure. */
  readonly durationMs: number;
  /** `null` when no head of an answer arrived. */
  readonly statusCode: number | null;
  /** `null` exactly when the answer was a 2xx. */
  readonly error: AttemptError | null;
  /** The wait that an answer other than 2xx asked for, at most 24 h; `null` without a readable Retry-After. */
  readonly retryAfterMs: number | null;
  /** The beginning of the answer's body as text, at most 4 KiB; empty when it is compressed. */
  readonly responseSnippet: string;
  /** What was sent, without the signature. */
  readonly requestHeaders: Readonly<Record<string, string>>;
}

/** An attempt that ended before anything could be sent. */
export function unsent(error: AttemptError): Attempt {
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

/** Whether a status means that the receiver has it: only 2xx does (Standard Webhooks 1.0.0). */
export function isSuccess(statusCode: number | null): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** What a status says went wrong, `null` for a 2xx. A redirect is never followed (decisions.md section 7). */
export function statusError(statusCode: number): AttemptError | null {
  if (isSuccess(statusCode)) return null;
  return statusCode >= 300 && statusCode < 400 ? 'redirect' : 'unexpected_status';
}

const CODES: Readonly<Record<string, AttemptError>> = {
  target_not_allowed: 'target_not_allowed',
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
  ENOTFOUND: 'dns_failed',
  ENODATA: 'dns_failed',
  ESERVFAIL: 'dns_failed',
  ETIMEOUT: 'dns_failed',
  EPROTO: 'tls_failed',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid_response',
};

const FAMILIES: readonly (readonly [RegExp, AttemptError])[] = [
  [/^EAI_/, 'dns_failed'],
  // OpenSSL's verification results have no prefix in common: DEPTH_ZERO_SELF_SIGNED_CERT, CERT_HAS_EXPIRED,
  // UNABLE_TO_GET_ISSUER_CERT_LOCALLY, HOSTNAME_MISMATCH, … (nodejs.org/api/tls.html#x509-certificate-error-codes).
  [/^ERR_(TLS|SSL|OSSL)_|CERT|^UNABLE_TO_|^CRL_|_MISMATCH$|^INVALID_(CA|PURPOSE)$/, 'tls_failed'],
];

/** Names what went wrong on the network; anything unknown is `request_failed`. */
export function networkError(error: unknown): AttemptError {
  const { name, code, message } = Object(error) as Readonly<Record<'name' | 'code' | 'message', unknown>>;
  // llhttp's codes get lost on their way (undici 7.30 looks a number up in a table by name).
  if (name === 'HTTPParserError') return 'invalid_response';
  if (typeof code !== 'string') return 'request_failed';
  // undici has one code for "the other side closed" and for an answer it refuses: "bad response", "bad upgrade".
  if (code === 'UND_ERR_SOCKET' && String(message).startsWith('bad ')) return 'invalid_response';
  return CODES[code] ?? FAMILIES.find(([pattern]) => pattern.test(code))?.[1] ?? 'request_failed';
}
