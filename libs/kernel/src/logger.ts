import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;
/** Injection token of the logger of the service. */
export const LOGGER = Symbol('LOGGER');

/** Anything that could be a secret, wherever a log line may carry it. */
const REDACTED = [
  'authorization',
  'cookie',
  'secret',
  'password',
  'token',
  'key',
  'code',
  'refresh_token',
  'code_verifier',
  'client_secret',
];
/** `token`, `body.token`, `request.headers.token` and so on: as deep as anybody nests what they log. */
const DEPTHS = ['', '*.', '*.*.', '*.*.*.'];

/** What says what failed and where. Not the values of a failed statement, which TypeORM and pg add to their errors. */
const SHOWN_OF_ERRORS = ['code', 'syscall', 'address', 'port', 'schema', 'table', 'column', 'constraint'];

function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const fields = error as unknown as Record<string, unknown>;
  const shown = SHOWN_OF_ERRORS.filter((name) => fields[name] !== undefined);
  return { type, message, stack, ...Object.fromEntries(shown.map((name) => [name, fields[name]])) };
}

/**
 * JSON lines on standard output, level as text, ISO time, secrets redacted.
 * @param name the service, shown on each line.
 */
export function createLogger(name: string, level: string, output?: DestinationStream): Logger {
  const options = {
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: shownError },
    redact: {
      // The code of an error is its SQLSTATE or errno, no authorization code. Only below a name that a path begins
      // with does pino tell the censor where it is.
      paths: ['err.code', ...REDACTED.flatMap((field) => DEPTHS.map((depth) => depth + field))],
      censor: (value: unknown, path: unknown[]) => (path[0] === 'err' ? value : '[redacted]'),
    },
  };
  return output === undefined ? pino(options) : pino(options, output);
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
