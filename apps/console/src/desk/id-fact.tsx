import { Code, Text } from '@mantine/core';
import { CopyButton } from '../components/copy-button.tsx';
import classes from './desk.module.css';

/** The id of a record, as the API names it. */
export function IdFact({ id, externalId = null }: { id: string; externalId?: string | null }) {
  return (
    <div>
      <div className={classes.factLabel}>ID</div>
      <div className={classes.id}>
        <Code>{id}</Code>
        <CopyButton text={id} label="ID" variant="subtle" />
      </div>
      {externalId !== null && (
        <Text size="sm" c="dimmed">
          External ID: {externalId}
        </Text>
      )}
    </div>
  );
}
