import { Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What a list is for, and what adds to it. */
export function TabIntro({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Flex wrap="wrap" align="flex-start" justify="space-between" gap="sm" mb="md">
      <Text c="dimmed" size="sm" flex="1 1 18rem" maw="44rem">
        {children}
      </Text>
      {action}
    </Flex>
  );
}
