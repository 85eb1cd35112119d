import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './copy-once.module.css';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';

interface Secret {
  label: string;
  value: string;
}

function SecretField({ label, value, isFirst }: Secret & { isFirst: boolean }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <div className={classes.secret}>
        <code className={classes.value} data-testid="secret">
          {value}
        </code>
        <CopyButton text={value} label={label} variant="filled" isFirst={isFirst} />
      </div>
    </div>
  );
}

interface CopyOnceProps {
  /** The dialog is open while there is something to show. */
  secrets: readonly Secret[] | null;
  title: string;
  onClose: () => void;
  /** What to do if it gets lost; `null` if it is shown elsewhere, too. */
  warning?: string | null;
  children?: ReactNode;
}

const HASHED = 'Only a hash of it is stored. Keep it where your other secrets are.';

/** Shows what was just created, and never again: only its button closes the dialog. */
export function CopyOnce({ secrets, title, onClose, warning = HASHED, children }: CopyOnceProps) {
  return (
    <Modal
      opened={secrets !== null}
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        {warning !== null && (
          <Alert
            color="yellow"
            className={classes.notice}
            icon={<Icon name="warning" />}
            title="Copy it now: it is not shown again"
          >
            {warning}
          </Alert>
        )}
        {(secrets ?? []).map(({ label, value }, index) => (
          <SecretField key={label} label={label} value={value} isFirst={index === 0} />
        ))}
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
