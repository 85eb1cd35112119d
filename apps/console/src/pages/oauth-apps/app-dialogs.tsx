import type { Id, Scope } from '@parley/contracts';
import type { ConsoleApp } from '@parley/contracts/console';
import { Group, Radio, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { callConsole } from '../../api/console.ts';
import { fieldErrors } from '../../api/errors.ts';
import { useSession } from '../../app/session.tsx';
import { refreshConsole } from '../../app/use-console.ts';
import { FormDialog, textFields } from '../../components/form-dialog.tsx';
import { ModeChoice } from '../../components/mode-choice.tsx';
import { ScopePicker } from '../../components/scope-picker.tsx';
import { RecordForm, type InputsProps } from '../../desk/record-form.tsx';

export interface CreatedApp {
  client_id: Id<'app'>;
  client_secret: string | null;
}

/** What can be changed later. */
interface Fields {
  name: string;
  /** One a line. */
  uris: string;
  scopes: Scope[];
}

interface FixedFields {
  type: 'confidential' | 'public';
  mode: 'live' | 'test';
}

const FIELDS = ['name', 'redirect_uris', 'scopes'];

const formOf = ({ name, redirect_uris: uris, scopes }: ConsoleApp): Fields => ({
  name,
  uris: uris.join('\n'),
  scopes,
});

const bodyOf = ({ name, uris, scopes }: Fields) => ({
  name: name.trim(),
  redirect_uris: uris.split(/\s+/).filter((uri) => uri !== ''),
  scopes,
});

interface NewAppProps {
  onClose: () => void;
  /** Gets the created app, with what is shown once. */
  onCreated: (created: CreatedApp) => void;
}

export function NewApp({ onClose, onCreated }: NewAppProps) {
  const [form, setForm] = useState<Fields>({ name: '', uris: '', scopes: [] });
  const [fixed, setFixed] = useState<FixedFields>({ type: 'confidential', mode: 'live' });
  const create = useMutation({
    mutationFn: () =>
      callConsole('app.create', { body: { ...bodyOf(form), client_type: fixed.type, mode: fixed.mode } }),
    onSuccess: ({ data }) => onCreated(data),
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Create an OAuth app"
      action="Create app"
      size="lg"
      submission={create}
      fields={FIELDS}
    >
      <Inputs form={form} onChange={setForm} error={create.error}>
        <Kind form={fixed} onChange={(changes) => setFixed((before) => ({ ...before, ...changes }))} />
      </Inputs>
    </FormDialog>
  );
}

interface EditAppProps {
  /** As the page shows it now. */
  app: ConsoleApp;
  onClose: () => void;
  onSaved: () => void;
}

export function EditApp({ app, onClose, onSaved }: EditAppProps) {
  return (
    <RecordForm
      onClose={onClose}
      noun="app"
      title={`Edit ${app.name}`}
      size="lg"
      latest={{ record: app, etag: app.version }}
      formOf={formOf}
      bodyOf={bodyOf}
      fields={FIELDS}
      onSave={async (change, version) => {
        const body = { ...change, version };
        try {
          await callConsole('app.update', { params: { app_id: app.client_id }, body });
          onSaved();
        } finally {
          await refreshConsole('app.list');
        }
      }}
    >
      {(inputs) => <Inputs {...inputs} />}
    </RecordForm>
  );
}

/** @param children more inputs, before the scopes. */
function Inputs({ form, onChange, error, children }: InputsProps<Fields> & { children?: ReactNode }) {
  const { scopes: allowed } = useSession();
  const field = textFields(form, onChange, error);
  return (
    <>
      <TextInput
        label="Name"
        description="Members see it when they approve the app"
        data-autofocus
        {...field('name')}
      />
      <Textarea
        label="Redirect URIs"
        description="Where users return after they have approved or denied, one a line; https, or localhost while you develop"
        placeholder="https://app.example.com/callback"
        autosize
        minRows={2}
        {...field('uris', 'redirect_uris')}
      />
      {children}
      <ScopePicker
        allowed={allowed}
        value={form.scopes}
        error={fieldErrors(error)['scopes']}
        description="The most that the app may ask for."
        onChange={(scopes) => onChange({ ...form, scopes })}
      />
    </>
  );
}

/** What cannot be changed later. */
function Kind({ form, onChange }: { form: FixedFields; onChange: (changes: Partial<FixedFields>) => void }) {
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
        <Text size="sm" fw={500} mb={4}>
          Data
        </Text>
        <ModeChoice value={form.mode} onChange={(mode) => onChange({ mode })} />
      </div>
    </>
  );
}

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
