export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * The result of `work`, which is not cancelled, or a timeout after `ms`.
 * @param onTimeout name of the work in the {@link TimeoutError}, or a function that returns a fallback or throws.
 */
export async function withTimeout<T, F = never>(
  work: Promise<T>,
  ms: number,
  onTimeout: string | (() => F),
): Promise<T | F> {
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  const expired = new Promise<void>((resolve) => {
    // After a stall of the process timers run before sockets are read: the immediate lets a reply that has already
    // arrived win.
    timer = setTimeout(() => (immediate = setImmediate(resolve)), ms);
  });
  const fail = (): F => {
    if (typeof onTimeout === 'function') return onTimeout();
    throw new TimeoutError(`${onTimeout} timed out after ${ms} ms`);
  };
  try {
    return await Promise.race([work, expired.then(fail)]);
  } finally {
    clearTimeout(timer);
    clearImmediate(immediate);
  }
}
