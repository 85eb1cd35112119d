import { Box, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './desk.module.css';

interface RecordLayoutProps {
  children: ReactNode;
  /** The properties of the record: beside it; on narrow screens above it, closed at first. */
  aside: ReactNode;
  /** What is seen of them even while they are closed. */
  lead?: ReactNode;
}

export function RecordLayout({ children, aside, lead }: RecordLayoutProps) {
  const isNarrow = useMediaQuery('(max-width: 64rem)', undefined, { getInitialValueInEffect: false });
  return (
    <div className={classes.record}>
      <Box miw={0}>{children}</Box>
      <aside className={classes.recordAside} aria-label="Properties">
        {lead}
        {isNarrow ? (
          <details>
            <summary className={classes.propertiesSummary}>Properties</summary>
            <Stack mt="sm">{aside}</Stack>
          </details>
        ) : (
          <Stack>{aside}</Stack>
        )}
      </aside>
    </div>
  );
}
