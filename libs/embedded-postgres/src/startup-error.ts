/**
 * A start that cannot succeed, told in one sentence on which an operator can act. Whoever starts the process
 * prints `message` alone and exits with 1; the `cause` is for a debugger.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The code of a failed system call (`EACCES`, `ENOENT`, …), or undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
