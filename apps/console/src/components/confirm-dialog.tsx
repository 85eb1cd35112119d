import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { notifyFailure } from '../app/notifications.ts';
import { ErrorState } from './error-state.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** A question: "Revoke Deploy key?" */
  title: string;
  children: ReactNode;
  /** What the button does: "Revoke". */
  action: string;
  isDangerous?: boolean;
  /** The dialog closes when it resolves, and shows the error when it rejects. */
  onConfirm: () => Promise<unknown>;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, children, action, isDangerous = true, onConfirm } = props;
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // What ends after the dialog was closed does not concern the next record, which may be in it by then.
  const openings = useRef(0);
  useEffect(() => {
    openings.current += 1;
    setError(null);
    setPending(false);
  }, [opened]);
  const confirm = async () => {
    const opening = openings.current;
    setPending(true);
    setError(null);
    const failure = await onConfirm().then(
      () => null,
      (reason: unknown) => ({ reason }),
    );
    if (opening !== openings.current) {
      if (failure !== null) notifyFailure(failure.reason);
      return;
    }
    setPending(false);
    if (failure === null) onClose();
    else setError(failure.reason);
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Text component="div" mb="md">
        {children}
      </Text>
      {error !== null && <ErrorState error={error} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
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
