import type { Scope } from '@parley/contracts';
import { Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole } from '../../api/console.ts';
import { fieldErrors } from '../../api/errors.ts';
import { useSession } from '../../app/session.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ScopePicker } from '../../components/scope-picker.tsx';
import type { CreateDialogProps } from '../credentials-page.tsx';

const EXPIRY = [
  { value: '7d', label: 'In 7 days' },
  { value: '30d', label: 'In 30 days' },
  { value: '90d', label: 'In 90 days' },
  { value: 'none', label: 'Never (not recommended)' },
] as const;
type Expiry = (typeof EXPIRY)[number]['value'];

const FRESH = { name: '', expires: '30d' as Expiry, scopes: [] as Scope[] };
const FIELDS = ['name', 'scopes'];

export function CreatePatDialog({ opened, onClose, onCreated }: CreateDialogProps) {
  const { scopes: allowed } = useSession();
  const [form, setForm] = useState(FRESH);
  const change = (changes: Partial<typeof FRESH>) => setForm((before) => ({ ...before, ...changes }));
  const create = useMutation({
    mutationFn: () =>
      callConsole('pat.create', {
        body: { name: form.name.trim(), scopes: form.scopes, expires_in: form.expires },
      }),
    onSuccess: ({ data }) => {
      setForm(FRESH);
      onCreated({ token: data.token, scopes: form.scopes });
    },
  });
  const errors = fieldErrors(create.error);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Create a personal access token"
      action="Create token"
      size="lg"
      isPending={create.isPending}
      error={create.error}
      fields={FIELDS}
      onSubmit={() => create.mutate()}
    >
      <TextInput
        label="Name"
        description="What uses it, so that you recognize it later"
        placeholder="Script on my laptop"
        value={form.name}
        error={errors['name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
        data-autofocus
      />
      <ScopePicker
        allowed={allowed}
        value={form.scopes}
        error={errors['scopes']}
        description="Those that your role allows. Write does not include read."
        onChange={(scopes) => change({ scopes })}
      />
      <Select
        label="Expires"
        data={EXPIRY}
        value={form.expires}
        allowDeselect={false}
        onChange={(expires) => change({ expires: expires ?? '30d' })}
      />
    </FormDialog>
  );
}
