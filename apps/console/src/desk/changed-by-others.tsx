import { Alert, Button, Text } from '@mantine/core';
import { Icon } from '../components/icon.tsx';

interface ChangedByOthersProps {
  /** What the record is called, such as "ticket". */
  noun: string;
  /** `null` while there is nothing to tell. */
  onLoad: (() => void) | null;
}

/** Tells in a dialog that its changes were refused because somebody else was faster. */
export function ChangedByOthers({ noun, onLoad }: ChangedByOthersProps) {
  if (onLoad === null) return null;
  return (
    <Alert
      color="yellow"
      variant="outline"
      title={`Somebody else changed this ${noun}`}
      icon={<Icon name="warning" />}
      role="alert"
    >
      <Text size="sm">
        Nothing was saved. Load the new values, check them, then save again: what you typed stays in the
        fields that nobody else changed.
      </Text>
      <Button variant="default" size="xs" mt="sm" onClick={onLoad}>
        Load the new values
      </Button>
    </Alert>
  );
}
