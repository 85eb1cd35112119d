import { useSyncExternalStore } from 'react';
import { ageLabel, dateAndTime } from './time.ts';

const TICK_MS = 30_000;

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present, which changes every 30 seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** How long ago something was, or how soon it will be; the exact time is shown on hover. */
export function TimeAgo({ at, fallback = 'never' }: { at: string | null | undefined; fallback?: string }) {
  const current = useNow();
  if (at === null || at === undefined) return <span>{fallback}</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={dateAndTime(date)}>
      {ageLabel(date, Math.max(current, now))}
    </time>
  );
}
