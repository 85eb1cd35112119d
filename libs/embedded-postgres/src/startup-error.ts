/**
 * A start that cannot succeed. `message` is one sentence on which an operator can act; the process prints it alone and
 * exits with 1. The `cause` is for debugging.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The code of a failed system call (`EACCES`, `ENOENT`, …), or undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
