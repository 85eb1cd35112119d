import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  text: string;
  /** What is copied, for screen readers: "API key". */
  label: string;
  variant?: 'default' | 'filled' | 'subtle';
  /** Gets the focus when its dialog opens. */
  isFirst?: boolean;
}

const WORDS = { idle: 'Copy', copied: 'Copied', failed: 'Select and copy it' } as const;

export function CopyButton({ text, label, variant = 'default', isFirst = false }: CopyButtonProps) {
  const [state, copy] = useCopy();
  return (
    <Button
      variant={variant}
      size="compact-sm"
      leftSection={<Icon name={state === 'copied' ? 'check' : 'copy'} size={14} />}
      aria-label={state === 'idle' ? `Copy ${label}` : undefined}
      aria-live="polite"
      data-autofocus={isFirst || undefined}
      onClick={() => copy(text)}
    >
      {WORDS[state]}
    </Button>
  );
}

const CONFIRMATION_MS = 2_000;

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

type CopyState = 'idle' | 'copied' | 'failed';

/** What became of the last copy, for two seconds, and a function that copies. */
function useCopy(): [CopyState, (text: string) => void] {
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
