import { createRequire } from 'node:module';
import type { DestinationStream } from 'pino';
import type { PrettyOptions, prettyFactory } from 'pino-pretty';

export const LOG_FORMATS = ['auto', 'json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Shown with a stack: an error that the code does not expect. What passes by itself, such as an outage, is a warning. */
const UNEXPECTED = ['error', 'fatal'];

const OPTIONS: PrettyOptions = {
  ignore: 'pid,hostname,err',
  translateTime: 'SYS:HH:MM:ss',
  singleLine: true,
  messageFormat: (line, messageKey) => {
    const message = String(line[messageKey]);
    const error = line['err'] as { message?: string; stack?: string } | string | undefined;
    if (error === undefined) return message;
    if (typeof error === 'string') return `${message}: ${error}`;
    if (!UNEXPECTED.includes(String(line['level'])) || error.stack === undefined)
      return `${message}: ${error.message}`;
    return `${message}\n${error.stack}\n`;
  },
};

/**
 * Where a logger writes its JSON lines: readable text on standard output, or `undefined` for JSON there.
 * @param format `auto` is text on a terminal.
 */
export function logOutput(
  format: LogFormat,
  terminal: NodeJS.WriteStream = process.stdout,
): DestinationStream | undefined {
  if (format === 'json' || (format === 'auto' && !terminal.isTTY)) return undefined;
  // Loaded only here: what runs without a terminal does not need it.
  const pretty = createRequire(import.meta.url)('pino-pretty') as { prettyFactory: typeof prettyFactory };
  const toText = pretty.prettyFactory(OPTIONS);
  return { write: (line) => void terminal.write(toText(line)) };
}
