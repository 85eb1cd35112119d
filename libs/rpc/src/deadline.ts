import { ApiError } from '@parley/contracts';
import { remaining, withTimeout, type Context } from '@parley/kernel';

/** `setTimeout` fires immediately for a longer delay. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The result of the work, or 503 at the deadline of the context. The work itself continues and its effects stand. */
export function beforeDeadline<T>(
  ctx: Context,
  work: Promise<T>,
  onTimeout: () => void = () => undefined,
): Promise<T> {
  return withTimeout(work, Math.min(remaining(ctx), MAX_TIMER_MS), () => {
    onTimeout();
    throw deadlineExceeded();
  });
}

export function deadlineExceeded(): ApiError {
  return new ApiError('service_unavailable', { message: 'The request took too long. Try again.' });
}
