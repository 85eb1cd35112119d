import type { Scope } from '@parley/contracts';
import { SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole } from '../../api/console.ts';
import { fieldErrors } from '../../api/errors.ts';
import { useSession } from '../../app/session.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ScopePicker } from '../../components/scope-picker.tsx';
import type { CreateDialogProps } from '../credentials-page.tsx';

const EXPIRY = [
  { value: 'none', label: 'Never' },
  { value: '7d', label: 'In 7 days' },
  { value: '30d', label: 'In 30 days' },
  { value: '90d', label: 'In 90 days' },
  { value: '365d', label: 'In a year' },
];

const FRESH = {
  name: '',
  mode: 'live' as 'live' | 'test',
  expires: 'none',
  addresses: '',
  scopes: [] as Scope[],
};
const FIELDS = ['name', 'scopes', 'allow_ips'];

export function CreateKeyDialog({ opened, onClose, onCreated }: CreateDialogProps) {
  const { scopes: allowed } = useSession();
  const [form, setForm] = useState(FRESH);
  const change = (changes: Partial<typeof FRESH>) => setForm((before) => ({ ...before, ...changes }));
  const create = useMutation({
    mutationFn: () => {
      const addresses = form.addresses.split(/[\s,]+/).filter((address) => address !== '');
      return callConsole('key.create', {
        body: {
          name: form.name.trim(),
          mode: form.mode,
          scopes: form.scopes,
          expires_in: form.expires,
          allow_ips: addresses.length === 0 ? null : addresses,
        },
      });
    },
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
      title="Create an API key"
      action="Create key"
      size="lg"
      isPending={create.isPending}
      error={create.error}
      fields={FIELDS}
      onSubmit={() => create.mutate()}
    >
      <TextInput
        label="Name"
        description="What uses it, so that you recognize it later"
        placeholder="Help desk sync"
        value={form.name}
        error={errors['name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
        data-autofocus
      />
      <div>
        <Text size="sm" fw={500} mb={4} id="key-mode">
          Data
        </Text>
        <SegmentedControl
          aria-labelledby="key-mode"
          value={form.mode}
          onChange={(value) => change({ mode: value === 'test' ? 'test' : 'live' })}
          data={[
            { value: 'live', label: 'Live' },
            { value: 'test', label: 'Test' },
          ]}
        />
      </div>
      <ScopePicker
        allowed={allowed}
        value={form.scopes}
        error={errors['scopes']}
        description="Give no more than it needs. Write does not include read."
        onChange={(scopes) => change({ scopes })}
      />
      <Select
        label="Expires"
        data={EXPIRY}
        value={form.expires}
        allowDeselect={false}
        onChange={(expires) => change({ expires: expires ?? 'none' })}
      />
      <Textarea
        label="Allowed addresses"
        description="IP addresses or CIDRs from which it is accepted, one a line; empty allows all"
        placeholder="203.0.113.0/24"
        autosize
        minRows={1}
        maxRows={6}
        value={form.addresses}
        error={errors['allow_ips']}
        onChange={(event) => change({ addresses: event.currentTarget.value })}
      />
    </FormDialog>
  );
}
