/**
 * The work, or after `ms` what `late` gives (or throws). What has arrived by then still counts: after a stall of this
 * process the timer comes up before the sockets are read, so it lets them be read first.
 */
export async function within<T>(work: Promise<T>, ms: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<void>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve), ms);
  });
  try {
    return await Promise.race([work, alarm.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
