import { useCallback, useRef } from 'react';

/** The idempotency key of a form: the same for the same content until it has succeeded, so a repetition creates nothing twice. */
export function useIdempotencyKey(): { keyFor: (content: unknown) => string; done: () => void } {
  const last = useRef<{ content: string; key: string } | null>(null);
  const keyFor = useCallback((content: unknown) => {
    const text = JSON.stringify(content);
    if (last.current?.content !== text) last.current = { content: text, key: randomKey() };
    return last.current.key;
  }, []);
  const done = useCallback(() => {
    last.current = null;
  }, []);
  return { keyFor, done };
}

/** `crypto.randomUUID` exists over HTTPS and on localhost only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
