import type { Id, Scope } from '@parley/contracts';
import type { ConsoleApp } from '@parley/contracts/console';
import { Group, Radio, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole } from '../../api/console.ts';
import { fieldErrors } from '../../api/errors.ts';
import { useSession } from '../../app/session.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ScopePicker } from '../../components/scope-picker.tsx';

export interface CreatedApp {
  client_id: Id<'app'>;
  client_secret: string | null;
}

interface AppDialogProps {
  /** The app to edit, or null for a new one. */
  app: ConsoleApp | null;
  onClose: () => void;
  /** With what is shown once, or null after an edit. */
  onSaved: (created: CreatedApp | null) => void;
}

interface Fields {
  name: string;
  uris: string;
  scopes: Scope[];
  type: 'confidential' | 'public';
  mode: 'live' | 'test';
}

const FIELDS = ['name', 'redirect_uris', 'scopes'];

const fieldsOf = (app: ConsoleApp | null): Fields => ({
  name: app?.name ?? '',
  uris: app?.redirect_uris.join('\n') ?? '',
  scopes: app?.scopes ?? [],
  type: app?.client_type ?? 'confidential',
  mode: app?.mode ?? 'live',
});

async function save(app: ConsoleApp | null, { name, uris, scopes, type, mode }: Fields) {
  const redirects = uris.split(/\s+/).filter((uri) => uri !== '');
  const shared = { name: name.trim(), redirect_uris: redirects, scopes };
  if (app === null) {
    const { data } = await callConsole('app.create', { body: { ...shared, client_type: type, mode } });
    return data;
  }
  await callConsole('app.update', { params: { app_id: app.client_id }, body: shared });
  return null;
}

export function AppDialog({ app, onClose, onSaved }: AppDialogProps) {
  const { scopes: allowed } = useSession();
  const [form, setForm] = useState(() => fieldsOf(app));
  const change = (changes: Partial<Fields>) => setForm((before) => ({ ...before, ...changes }));
  const saving = useMutation({ mutationFn: () => save(app, form), onSuccess: onSaved });
  const errors = fieldErrors(saving.error);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={app === null ? 'Create an OAuth app' : `Edit ${app.name}`}
      action={app === null ? 'Create app' : 'Save'}
      size="lg"
      isPending={saving.isPending}
      error={saving.error}
      fields={FIELDS}
      onSubmit={() => saving.mutate()}
    >
      <TextInput
        label="Name"
        description="Members see it when they approve the app"
        value={form.name}
        error={errors['name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
        data-autofocus
      />
      <Textarea
        label="Redirect URIs"
        description="Where users return after they have approved or denied, one a line; https, or localhost while you develop"
        placeholder="https://app.example.com/callback"
        autosize
        minRows={2}
        value={form.uris}
        error={errors['redirect_uris']}
        onChange={(event) => change({ uris: event.currentTarget.value })}
      />
      {app === null && <Kind form={form} onChange={change} />}
      <ScopePicker
        allowed={allowed}
        value={form.scopes}
        error={errors['scopes']}
        description="The most that the app may ask for."
        onChange={(scopes) => change({ scopes })}
      />
    </FormDialog>
  );
}

/** What cannot be changed later. */
function Kind({ form, onChange }: { form: Fields; onChange: (changes: Partial<Fields>) => void }) {
  return (
    <>
      <Radio.Group
        label="Where it runs"
        value={form.type}
        onChange={(type) => onChange({ type: type === 'public' ? 'public' : 'confidential' })}
      >
        <Group mt={6} align="flex-start">
          <Radio value="confidential" label="On a server" description="Gets a client secret" />
          <Radio
            value="public"
            label="On a device or in a browser"
            description="Has no secret and uses PKCE"
          />
        </Group>
      </Radio.Group>
      <div>
        <Text size="sm" fw={500} mb={4} id="app-mode">
          Data
        </Text>
        <SegmentedControl
          aria-labelledby="app-mode"
          value={form.mode}
          onChange={(mode) => onChange({ mode: mode === 'test' ? 'test' : 'live' })}
          data={[
            { value: 'live', label: 'Live' },
            { value: 'test', label: 'Test' },
          ]}
        />
      </div>
    </>
  );
}
