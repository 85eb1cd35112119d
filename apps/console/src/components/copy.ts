import { useEffect, useState } from 'react';

const CONFIRMATION_MS = 2_000;

/** Copies a text and returns whether that worked. */
async function copyText(text: string): Promise<boolean> {
  try {
    // Present on https and on localhost only, whatever the type says.
    const { clipboard } = navigator as { clipboard?: Clipboard };
    if (clipboard === undefined) return false;
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export type CopyState = 'idle' | 'copied' | 'failed';

/** What became of the last copy, for two seconds, and a function that copies. */
export function useCopy(): [CopyState, (text: string) => void] {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (text: string) => {
    void copyText(text).then((succeeded) => setState(succeeded ? 'copied' : 'failed'));
  };
  return [state, copy];
}
