import { Writable } from 'node:stream';
import type { Env } from './operator/connection.ts';
import { run } from './program.ts';
import { Terminal } from './terminal.ts';

/**
 * Runs a command and returns what it prints, as JSON. Rejects with a CommandFailure.
 * @param output where records of an export are written as they arrive, instead of to the result
 */
export async function operate(
  name: string,
  args: readonly string[],
  env: Env = process.env,
  output?: Writable,
): Promise<string> {
  let text = '';
  const collected = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  await run([name, ...args], new Terminal(output ?? collected, process.stderr), env);
  return text;
}
