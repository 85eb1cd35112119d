import { pino, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

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
  'client_secret',
];

/**
 * JSON lines on standard output, level as text, ISO time, secrets redacted.
 * @param name the service, shown on each line.
 */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' },
  });
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
