import type { Grant, Scope } from '@parley/contracts';
import { Checkbox, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole } from '../api/console.ts';
import { fieldErrors } from '../api/errors.ts';
import type { Mode } from '../api/public.ts';
import { useSession } from '../app/session.tsx';
import { FormDialog, textFields } from '../components/form-dialog.tsx';
import { ModeChoice } from '../components/mode-choice.tsx';
import { ScopePicker } from '../components/scope-picker.tsx';

export interface CreatedCredential {
  token: string;
  scopes: readonly Grant[];
}

const PERIODS = [
  { value: '7d', label: 'In 7 days' },
  { value: '30d', label: 'In 30 days' },
  { value: '90d', label: 'In 90 days' },
] as const;
type Expiry = (typeof PERIODS)[number]['value'] | 'none';

const FRESH = {
  name: '',
  mode: 'live' as Mode,
  addresses: '',
  all: false,
  scopes: [] as Scope[],
  expires: '',
};
type Form = typeof FRESH;

interface Kind {
  title: string;
  placeholder: string;
  scopes: string;
  expiries: readonly { value: string; label: string }[];
  fresh: Form;
  create: (form: Form) => Promise<{ data: { token: string } }>;
}

const KINDS: Readonly<Record<'key' | 'token', Kind>> = {
  key: {
    title: 'Create an API key',
    placeholder: 'Help desk sync',
    scopes: 'Give no more than it needs. Write does not include read.',
    expiries: [{ value: 'none', label: 'Never' }, ...PERIODS, { value: '365d', label: 'In a year' }],
    fresh: { ...FRESH, expires: 'none' },
    create: (form) => {
      const { name, mode, expires, addresses } = form;
      const allowed = addresses.split(/[\s,]+/).filter((address) => address !== '');
      const body = {
        name,
        mode,
        scopes: grantsOf(form),
        expires_in: expires,
        allow_ips: allowed.length === 0 ? null : allowed,
      };
      return callConsole('key.create', { body });
    },
  },
  token: {
    title: 'Create a personal access token',
    placeholder: 'Script on my laptop',
    scopes: 'Those that your role allows. Write does not include read.',
    expiries: [...PERIODS, { value: 'none', label: 'Never (not recommended)' }],
    fresh: { ...FRESH, expires: '30d' },
    create: (form) => {
      const { name, expires } = form;
      const body = { name, scopes: grantsOf(form), expires_in: expires as Expiry };
      return callConsole('pat.create', { body });
    },
  },
};

interface CreateCredentialProps {
  noun: keyof typeof KINDS;
  opened: boolean;
  onClose: () => void;
  onCreated: (created: CreatedCredential) => void;
}

const grantsOf = ({ all, scopes }: Form): Grant[] => (all ? ['all'] : scopes);

/** Creates an API key, or a personal access token, which belongs to no mode and is accepted from all addresses. */
export function CreateCredential({ noun, opened, onClose, onCreated }: CreateCredentialProps) {
  const { scopes: allowed } = useSession();
  const kind = KINDS[noun];
  const [form, setForm] = useState(kind.fresh);
  const create = useMutation({
    mutationFn: () => kind.create({ ...form, name: form.name.trim() }),
    onSuccess: ({ data }) => {
      setForm(kind.fresh);
      onCreated({ token: data.token, scopes: grantsOf(form) });
    },
  });
  const field = textFields(form, setForm, create.error);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={kind.title}
      action={`Create ${noun}`}
      size="lg"
      submission={create}
      fields={['name', 'scopes', ...(noun === 'key' ? ['allow_ips'] : [])]}
    >
      <TextInput
        label="Name"
        description="What uses it, so that you recognize it later"
        placeholder={kind.placeholder}
        data-autofocus
        {...field('name')}
      />
      {noun === 'key' && (
        <div>
          <Text size="sm" fw={500} mb={4}>
            Data
          </Text>
          <ModeChoice value={form.mode} onChange={(mode) => setForm({ ...form, mode })} />
        </div>
      )}
      <Checkbox
        label="All scopes, also those of later versions"
        checked={form.all}
        onChange={(event) => setForm({ ...form, all: event.currentTarget.checked })}
      />
      {!form.all && (
        <ScopePicker
          allowed={allowed}
          value={form.scopes}
          error={fieldErrors(create.error)['scopes']}
          description={kind.scopes}
          onChange={(scopes) => setForm({ ...form, scopes })}
        />
      )}
      <Select
        label="Expires"
        data={kind.expiries}
        value={form.expires}
        allowDeselect={false}
        onChange={(expires) => setForm({ ...form, expires: expires ?? form.expires })}
      />
      {noun === 'key' && (
        <Textarea
          label="Allowed addresses"
          description="IP addresses or CIDRs from which it is accepted, one a line; empty allows all"
          placeholder="203.0.113.0/24"
          autosize
          minRows={1}
          maxRows={6}
          {...field('addresses', 'allow_ips')}
        />
      )}
    </FormDialog>
  );
}
