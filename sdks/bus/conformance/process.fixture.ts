import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findPythonWithPika } from '../../../test/setup/python.mjs';

const sdks = join(import.meta.dirname, '../..');
const python = findPythonWithPika();

/** The programs of the languages that can run here. */
export const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  'Node.js': [process.execPath, join(sdks, 'bus/conformance/subscriber.mjs')],
  ...(python === undefined ? {} : { Python: [python, join(sdks, 'bus-python/conformance/subscriber.py')] }),
};

/** A process of a subscriber in one of the languages. */
export class SubscriberProcess {
  readonly closed: Promise<number | null>;
  readonly #child: ChildProcess;

  constructor(language: string, settings: object, printed: string[], args: readonly string[] = []) {
    const [program = '', ...file] = LANGUAGES[language] ?? [];
    const env = {
      PATH: process.env['PATH'],
      PYTHONPATH: join(sdks, 'bus-python/src'),
      SUBSCRIBER: JSON.stringify(settings),
    };
    this.#child = spawn(program, [...file, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let rest = '';
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      printed.push(...lines);
    });
    this.closed = once(this.#child, 'close').then(([code]) => code as number | null);
  }

  stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return this.closed;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.closed;
  }
}
