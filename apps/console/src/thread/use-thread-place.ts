import { useLayoutEffect, useRef } from 'react';

/** The oldest message that was shown before earlier ones were asked for, and where it was in the window. */
interface Place {
  readonly message: Element;
  readonly top: number;
}

/** Has a thread begin at its newest message, and stay where it is when earlier ones appear above. */
export function useThreadPlace(oldestId: string | undefined) {
  const list = useRef<HTMLOListElement>(null);
  const kept = useRef<Place>(null);
  const isOpen = useRef(false);
  useLayoutEffect(() => {
    if (oldestId === undefined) return;
    if (!isOpen.current) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    isOpen.current = true;
    const place = kept.current;
    kept.current = null;
    if (place !== null) window.scrollBy({ top: place.message.getBoundingClientRect().top - place.top });
  }, [oldestId]);
  const keepPlace = () => {
    const message = list.current?.firstElementChild ?? null;
    kept.current = message && { message, top: message.getBoundingClientRect().top };
  };
  return { list, keepPlace };
}
