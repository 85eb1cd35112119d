import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './copy-once.module.css';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';

interface SecretFieldProps {
  label: string;
  value: string;
}

/** A value that is shown once, with a button that copies it. */
export function SecretField({ label, value }: SecretFieldProps) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <div className={classes.secret}>
        <code className={classes.value} data-testid="secret">
          {value}
        </code>
        <CopyButton text={value} label={label} variant="filled" />
      </div>
    </div>
  );
}

interface CopyOnceProps {
  /** The dialog is open while there is something to show. */
  secrets: readonly SecretFieldProps[] | null;
  title: string;
  onClose: () => void;
  /** What to do with it next. */
  children?: ReactNode;
}

/** Shows what was just created, and never again: a click beside the dialog does not close it. */
export function CopyOnce({ secrets, title, onClose, children }: CopyOnceProps) {
  return (
    <Modal opened={secrets !== null} onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      <Stack>
        <Alert
          color="yellow"
          className={classes.notice}
          icon={<Icon name="warning" />}
          title="Copy it now: it is not shown again"
        >
          Only a hash of it is stored. Keep it where your other secrets are.
        </Alert>
        {(secrets ?? []).map(({ label, value }) => (
          <SecretField key={label} label={label} value={value} />
        ))}
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
