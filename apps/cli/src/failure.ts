/** Ends a command with one line on standard error. */
export class CommandFailure extends Error {
  constructor(
    message: string,
    /** 2: an invalid argument; 1: everything else. */
    readonly exitCode: 1 | 2,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The failure for the error of a call: exit code 2 for a client error, 1 for a platform that does not respond. */
export function failureOf(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  const { message, status } = error as Error & { status?: number };
  return new CommandFailure(message, status !== undefined && status < 500 ? 2 : 1, { cause: error });
}
