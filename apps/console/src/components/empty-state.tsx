import { Box, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import classes from './empty-state.module.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  children?: ReactNode;
  /** A command that makes the first record. */
  curl?: string;
  action?: ReactNode;
}

/** Replaces a list without records: says what they are and how to make the first. */
export function EmptyState({ icon, title, children, curl, action }: EmptyStateProps) {
  return (
    <div className={classes.box}>
      <span className={classes.icon}>
        <Icon name={icon} size={26} />
      </span>
      <Stack gap="xs" align="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children !== undefined && (
          <Text c="dimmed" component="div" maw="34rem" ta="center">
            {children}
          </Text>
        )}
        {action !== undefined && <Box mt="0.5rem">{action}</Box>}
      </Stack>
      {curl !== undefined && (
        <Box w="100%" maw="44rem" mt="0.25rem" ta="left">
          <CodeBlock label="Command" code={curl} />
        </Box>
      )}
    </div>
  );
}
