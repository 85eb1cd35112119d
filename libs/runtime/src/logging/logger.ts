import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;
/** Injection token of the logger of the service. */
export const LOGGER = Symbol('LOGGER');

/** Field names that may hold a secret. */
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
/** `token`, `body.token`, `request.headers.token` and so on. */
const DEPTHS = ['', '*.', '*.*.', '*.*.*.'];

/** Fields of errors that are logged: not the parameters of a failed statement, which TypeORM and pg add. */
const ERROR_FIELDS = ['code', 'syscall', 'address', 'port', 'schema', 'table', 'column', 'constraint'];

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const fields = error as unknown as Record<string, unknown>;
  const present = ERROR_FIELDS.filter((name) => fields[name] !== undefined);
  return { type, message, stack, ...Object.fromEntries(present.map((name) => [name, fields[name]])) };
}

/**
 * JSON lines, level as text, ISO time, secrets redacted. Each line has a stable dotted event name for alerts and dashboards:
 * `logger.warn({ event: 'outbox.publish.failed', err }, 'Cannot publish outbox events')`.
 * @param name the service, shown on each line.
 * @param output gets the lines, such as `logOutput`. Default: standard output, with a write for each.
 */
export function createLogger(name: string, level: string, output?: DestinationStream): Logger {
  const options = {
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializeError },
    redact: {
      // `err.code` is an SQLSTATE or errno. It is listed because pino passes the path only for paths that begin with a name.
      paths: ['err.code', ...REDACTED.flatMap((field) => DEPTHS.map((depth) => depth + field))],
      censor: (value: unknown, path: unknown[]) => (path[0] === 'err' ? value : '[redacted]'),
    },
  };
  return pino(options, output);
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
