import { Box, Flex, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { placeOf } from '../app/location.ts';
import { Icon } from './icon.tsx';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** The list that a record belongs to. */
  back?: { to: string; label: string };
}

/** The heading of a page, which is the title of the document too. */
export function PageHeader({ title, description, actions, back }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <Box component="header" mb="1.5rem">
      {back && (
        <Link to={back.to} search={placeOf(back.to)} className={classes.back}>
          <Icon name="back" size={15} />
          {back.label}
        </Link>
      )}
      <Flex wrap="wrap" align="flex-start" justify="space-between" rowGap="sm" columnGap="1.5rem">
        <Box flex="1 1 20rem" miw={0}>
          <Title order={1} size="h2" className={classes.title} dir="auto">
            {title}
          </Title>
          {description !== undefined && (
            <Text c="dimmed" mt={4} maw="44rem" fz="0.9375rem">
              {description}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Flex>
    </Box>
  );
}
