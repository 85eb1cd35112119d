/** Runs an operator command and returns what it prints. Rejects with a message and an `exitCode`. */
export function operate(
  name: string,
  args: readonly string[],
  env?: Readonly<Record<string, string | undefined>>,
): Promise<string>;
