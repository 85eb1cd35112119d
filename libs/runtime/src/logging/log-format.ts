import { createRequire } from 'node:module';
import { pino, type DestinationStream } from 'pino';
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

/** Characters that wait for the end of a turn of the event loop. */
const LINES_MAX = 8_192;

/** JSON lines. Those of one turn of the event loop share one write; level fatal and the end of the process write at once. */
class JsonLines implements DestinationStream {
  // Writes what it is given at once, and ignores that nobody reads any more; its own flushSync would try again for ever.
  readonly #output = pino.destination({ dest: 1, sync: true });
  readonly #flush = () => this.flushSync();
  #lines = '';

  constructor() {
    process.on('exit', this.#flush);
  }

  write(line: string): void {
    if (this.#lines === '') setImmediate(this.#flush);
    this.#lines += line;
    if (this.#lines.length > LINES_MAX) this.flushSync();
  }

  /** Called by pino after a line of level fatal, too. */
  flushSync(): void {
    const lines = this.#lines;
    this.#lines = '';
    if (lines !== '') this.#output.write(lines);
  }
}

let jsonLines: JsonLines | undefined;

/** Where a logger writes: JSON lines, or readable text. @param format `auto` is text on a terminal. */
export function logOutput(
  format: LogFormat,
  terminal: NodeJS.WriteStream = process.stdout,
): DestinationStream {
  // One for all loggers of a process, whose lines stay in order.
  if (format === 'json' || (format === 'auto' && !terminal.isTTY)) return (jsonLines ??= new JsonLines());
  // Loaded only here: what runs without a terminal does not need it.
  const pretty = createRequire(import.meta.url)('pino-pretty') as { prettyFactory: typeof prettyFactory };
  const toText = pretty.prettyFactory(OPTIONS);
  return { write: (line) => void terminal.write(toText(line)) };
}
