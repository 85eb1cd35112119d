import { CancelledError, TimeoutError } from './errors.ts';

export const timeIsOver = (): TimeoutError =>
  new TimeoutError('The time of the call is over', { isSent: false, isRetryable: false });

/**
 * What waits for others before a request is sent: a token may come from another process, or from another server.
 *
 * @param remaining milliseconds
 * @throws TimeoutError
 */
export async function inTime<T>(work: T | Promise<T>, remaining: number): Promise<T> {
  if (!(work instanceof Promise)) return work;
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeIsOver()), Math.max(0, remaining));
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws CancelledError */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancelled = () => {
      clearTimeout(timer);
      reject(new CancelledError(false, { cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', cancelled);
      resolve();
    }, ms);
    if (signal?.aborted === true) cancelled();
    else signal?.addEventListener('abort', cancelled, { once: true });
  });
}
