import type { ConsoleApp } from '@parley/contracts/console';
import { Select, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole } from '../../api/console.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import type { CreatedApp } from './app-dialog.tsx';

interface RotateSecretDialogProps {
  app: ConsoleApp;
  onClose: () => void;
  onRotated: (rotated: CreatedApp) => void;
}

const PERIODS = [
  { value: '0s', label: 'Not at all: it has leaked' },
  { value: '1h', label: 'One hour' },
  { value: '24h', label: 'One day' },
  { value: '7d', label: 'One week' },
];

export function RotateSecretDialog({ app, onClose, onRotated }: RotateSecretDialogProps) {
  const [period, setPeriod] = useState('24h');
  const rotate = useMutation({
    mutationFn: () =>
      callConsole('app.rotate_secret', {
        params: { app_id: app.client_id },
        body: { grace_period: period },
      }),
    onSuccess: ({ data }) => onRotated(data),
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Rotate the secret of ${app.name}`}
      action="Rotate secret"
      submission={rotate}
    >
      <Text size="sm">
        You get a new secret. Give it to your app while both are accepted; members stay connected and nothing
        is interrupted.
      </Text>
      <Select
        label="Accept the former secret for"
        data={PERIODS}
        value={period}
        allowDeselect={false}
        onChange={(value) => setPeriod(value ?? '24h')}
        data-autofocus
      />
    </FormDialog>
  );
}
