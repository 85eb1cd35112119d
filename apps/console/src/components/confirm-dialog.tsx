import { Button, Group, Modal, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** A question: "Revoke Deploy key?" */
  title: string;
  /** What follows, in words. */
  children: ReactNode;
  /** What the button does: "Revoke". */
  action: string;
  /** Whether it takes something away. */
  isDangerous?: boolean;
  /** The dialog closes when it resolves, and shows the error when it rejects. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, children, action, isDangerous = true, onConfirm } = props;
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const close = () => {
    setError(null);
    onClose();
  };
  const confirm = async () => {
    setPending(true);
    setError(null);
    try {
      await onConfirm();
      close();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <Text component="div" mb="md">
        {children}
      </Text>
      {error !== null && <ErrorState error={error} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button
          {...(isDangerous ? { color: 'red.9' } : {})}
          loading={isPending}
          onClick={() => void confirm()}
        >
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
