import type { Writable } from 'node:stream';

/** Runs an operator command and returns what it prints at its end. Rejects with a message and an `exitCode`. */
export function operate(
  name: string,
  args: readonly string[],
  env?: Readonly<Record<string, string | undefined>>,
  output?: Writable,
): Promise<string>;
