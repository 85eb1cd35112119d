import { Box, Flex, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

export function Panel({ title, description, actions, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Flex wrap="wrap" align="flex-start" justify="space-between" rowGap="0.5rem" columnGap="md" mb="md">
        <Box flex="1 1 16rem" miw={0} maw="44rem">
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {description !== undefined && (
            <Text c="dimmed" size="sm" mt={2}>
              {description}
            </Text>
          )}
        </Box>
        {actions}
      </Flex>
      {children}
    </section>
  );
}
