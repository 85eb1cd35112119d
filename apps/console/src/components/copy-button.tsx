import { Button } from '@mantine/core';
import { useCopy } from './copy.ts';
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
