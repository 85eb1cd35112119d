import { NumberInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap } from '../../api/public.ts';
import { usePublicApi } from '../../app/session.tsx';
import { FormDialog, textFields } from '../../components/form-dialog.tsx';
import { useIdempotencyKey } from '../../desk/idempotency.ts';
import { RecordForm, type EditDialogProps, type InputsProps } from '../../desk/record-form.tsx';
import { EventPicker } from './event-picker.tsx';
import type { Webhook, WebhookWithSecret } from './webhooks.ts';

interface WebhookFields {
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

function Inputs({ form, onChange, error }: InputsProps<WebhookFields>) {
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
        data-autofocus
        {...textFields(form, onChange, error)('url')}
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
  onCreated: (webhook: WebhookWithSecret) => void;
}

export function NewWebhook({ opened, onClose, onCreated }: NewWebhookProps) {
  const api = usePublicApi();
  const client = useQueryClient();
  const { keyFor, done } = useIdempotencyKey();
  const [form, setForm] = useState(EMPTY);
  const [secret, setSecret] = useState('');
  const create = useMutation({
    mutationFn: () => {
      const body = { ...bodyOf(form), ...(secret === '' ? {} : { secret }) };
      const params = { header: { 'Idempotency-Key': keyFor(body) } };
      return unwrap(api.POST('/v1/webhooks', { params, body }));
    },
    onSuccess: async ({ data }) => {
      done();
      onCreated(data);
      await client.invalidateQueries({ queryKey: [api.mode, 'webhooks', 'list'] });
      onClose();
    },
  });
  const { reset } = create;
  useEffect(() => {
    if (!opened) return;
    setForm(EMPTY);
    setSecret('');
    reset();
  }, [opened, reset]);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New webhook"
      action="Create webhook"
      submission={create}
      fields={[...FIELDS, 'secret']}
      size="lg"
    >
      <Inputs form={form} onChange={setForm} error={create.error} />
      <TextInput
        label="Secret"
        description="8 to 256 characters without spaces, which sign the deliveries; empty to have one generated"
        maxLength={256}
        autoComplete="off"
        value={secret}
        error={fieldErrors(create.error)['secret']}
        onChange={({ currentTarget: { value } }) => setSecret(value)}
      />
    </FormDialog>
  );
}

export function EditWebhook(props: EditDialogProps<Webhook, WebhookFields>) {
  return (
    <RecordForm {...props} noun="webhook" formOf={formOf} bodyOf={bodyOf} fields={FIELDS} size="lg">
      {(inputs) => <Inputs {...inputs} />}
    </RecordForm>
  );
}
