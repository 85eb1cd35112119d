import { NumberInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ChangedByOthers } from '../../desk/changed-by-others.tsx';
import type { Tagged } from '../../desk/records.ts';
import { useRecordForm } from '../../desk/use-record-form.ts';
import { EventPicker } from './event-picker.tsx';
import type { Webhook } from './webhooks.ts';

export interface WebhookFields {
  url: string;
  description: string | null;
  rate_limit: number | null;
  events: string[];
}

const FIELDS = ['url', 'description', 'rate_limit', 'events'];

const EMPTY: WebhookFields = { url: '', description: null, rate_limit: null, events: ['*'] };

const formOf = ({ url, description, rate_limit, events }: Webhook): WebhookFields => ({
  url,
  description,
  rate_limit,
  events: [...events],
});

const bodyOf = (form: WebhookFields): WebhookFields => ({ ...form, url: form.url.trim() });

interface InputsProps {
  form: WebhookFields;
  onChange: (form: WebhookFields) => void;
  error: unknown;
}

function Inputs({ form, onChange, error }: InputsProps) {
  const errors = fieldErrors(error);
  const change = (changes: Partial<WebhookFields>) => onChange({ ...form, ...changes });
  return (
    <>
      <TextInput
        label="URL of your endpoint"
        description="It gets a signed POST request for each event, and answers with 2xx."
        placeholder="https://example.com/webhooks"
        required
        maxLength={2048}
        value={form.url}
        error={errors['url']}
        onChange={({ currentTarget }) => change({ url: currentTarget.value })}
        data-autofocus
      />
      <TextInput
        label="Description"
        maxLength={1000}
        value={form.description ?? ''}
        error={errors['description']}
        onChange={({ currentTarget: { value } }) => change({ description: value === '' ? null : value })}
      />
      <EventPicker value={form.events} onChange={(events) => change({ events })} error={errors['events']} />
      <NumberInput
        label="Rate limit"
        description="Requests per second at most; empty for no limit"
        min={1}
        allowDecimal={false}
        allowNegative={false}
        value={form.rate_limit ?? ''}
        error={errors['rate_limit']}
        onChange={(value) => change({ rate_limit: typeof value === 'number' ? value : null })}
      />
    </>
  );
}

interface NewWebhookProps {
  opened: boolean;
  onClose: () => void;
  onCreate: (fields: WebhookFields) => Promise<unknown>;
}

/** Creates a webhook. */
export function NewWebhook({ opened, onClose, onCreate }: NewWebhookProps) {
  const [form, setForm] = useState(EMPTY);
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: () => onCreate(bodyOf(form)),
    onSuccess: onClose,
  });
  useEffect(() => {
    if (!opened) return;
    setForm(EMPTY);
    reset();
  }, [opened, reset]);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New webhook"
      action="Create webhook"
      isPending={isPending}
      error={error}
      fields={FIELDS}
      onSubmit={mutate}
      size="lg"
    >
      <Inputs form={form} onChange={setForm} error={error} />
    </FormDialog>
  );
}

interface EditWebhookProps {
  latest: Tagged<Webhook>;
  opened: boolean;
  onClose: () => void;
  onSave: (change: Partial<WebhookFields>, etag: string) => Promise<unknown>;
}

/** Changes a webhook. */
export function EditWebhook({ latest, opened, onClose, onSave }: EditWebhookProps) {
  const { form, setForm, error, isPending, submit, loadNewValues } = useRecordForm({
    opened,
    onClose,
    latest,
    formOf,
    bodyOf,
    onSave,
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Edit webhook"
      action="Save"
      isPending={isPending}
      error={error}
      fields={FIELDS}
      onSubmit={submit}
      size="lg"
    >
      <Inputs form={form} onChange={setForm} error={error} />
      <ChangedByOthers noun="webhook" onLoad={loadNewValues} />
    </FormDialog>
  );
}
