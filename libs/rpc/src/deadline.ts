import { ApiError, findProcedure, isRead } from '@parley/contracts';
import { withTimeout } from '@parley/runtime/async';
import { remaining, type Context } from '@parley/runtime/context';

/** `setTimeout` fires immediately for a longer delay. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The result of the work, or the error of `onTimeout` at the deadline. The work itself continues, and its effects stand. */
export function beforeDeadline<T>(ctx: Context, work: Promise<T>, onTimeout: () => ApiError): Promise<T> {
  return withTimeout(work, Math.min(remaining(ctx), MAX_TIMER_MS), () => {
    throw onTimeout();
  });
}

export function deadlineExceeded(): ApiError {
  return new ApiError('service_unavailable', { message: 'The request took too long. Try again.' });
}

/** Whether it matters to the caller of the API that a procedure may have taken effect without an answer. */
export function isWrite(procedureId: string): boolean {
  const procedure = findProcedure(procedureId);
  return procedure?.kind === 'operation' && !isRead(procedure);
}
