import type { Writable } from 'node:stream';
import { toTable } from './table.ts';

/** Width of tables and help where the terminal does not tell its own. */
const COLUMNS = 100;

/** Where a command prints. */
export class Terminal {
  readonly columns: number;
  readonly isInteractive: boolean;

  constructor(
    readonly output: Writable & { isTTY?: boolean; columns?: number },
    readonly errors: Writable,
  ) {
    this.isInteractive = output.isTTY === true;
    this.columns = output.columns ?? COLUMNS;
  }

  /** Whether results are JSON: where `--json` is given, and always unless a person reads them. */
  wantsJson({ json }: { json?: boolean }): boolean {
    return json === true || !this.isInteractive;
  }

  /** Prints a result: one JSON object, or a table. */
  print(result: object, options: { json?: boolean }): void {
    this.write(this.wantsJson(options) ? this.json(result, 2) : toTable(result, this.columns));
  }

  /** JSON whose strings cannot control a terminal; the value is the same. */
  json(value: object, indent?: number): string {
    const text = JSON.stringify(value, null, indent);
    if (!this.isInteractive) return text;
    return text.replaceAll(/[\p{Cf}\u007f-\u009f]/gu, (char) =>
      [...Array(char.length).keys()]
        .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join(''),
    );
  }

  /** Prints a line. */
  write(line: string): void {
    this.output.write(`${line}\n`);
  }

  /** Prints a line about the progress to standard error, which is no part of the result. */
  printProgress(line: string): void {
    this.errors.write(`${line}\n`);
  }
}
