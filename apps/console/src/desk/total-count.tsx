import { Text } from '@mantine/core';

interface TotalCountProps {
  meta: { total_count: number; total_count_relation: string } | undefined;
  one: string;
  many: string;
}

/** How many records match, read out when it changes. */
export function TotalCount({ meta, one, many }: TotalCountProps) {
  const count = meta?.total_count;
  const relation = meta?.total_count_relation === 'gte' ? 'at least ' : '';
  return (
    <Text size="sm" c="dimmed" mb="xs" mih="1.4em" role="status">
      {count === undefined ? '' : `${relation}${count.toLocaleString('en')} ${count === 1 ? one : many}`}
    </Text>
  );
}
