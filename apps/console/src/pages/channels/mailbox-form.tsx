import {
  Checkbox,
  Modal,
  NumberInput,
  Select,
  SimpleGrid,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { pathErrors } from '../../api/errors.ts';
import { unwrap } from '../../api/public.ts';
import { notifyDone } from '../../app/notifications.ts';
import { useMode, usePublicApi } from '../../app/session.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { FormDialog, textFields } from '../../components/form-dialog.tsx';
import type { Mailbox } from '../../desk/directory.ts';
import { useIdempotencyKey } from '../../desk/idempotency.ts';
import { RecordForm, type InputsProps } from '../../desk/record-form.tsx';
import { unwrapTagged } from '../../desk/records.ts';
import classes from './channels.module.css';
import { InboxSelect } from './inbox-select.tsx';
import { bodyOf, emptyForm, formOf, type MailboxForm } from './mailbox-values.ts';
import { ProviderUrl, ReceivingFields } from './receiving-fields.tsx';
import { TransportFields } from './transport-fields.tsx';

/** All of them are in the form, and show what is wrong with them. */
const FIELDS = [
  ...['transport', 'receiving', 'address', 'name', 'from_name', 'inbox_id', 'signature', 'send_delay'],
  ...['aliases', 'on_unknown', 'subaddressing', 'authserv_id', 'limits', 'acknowledgement'],
];

interface DialogProps {
  onClose: () => void;
  onSaved: (mailbox: Mailbox) => void;
}

export function NewMailbox({ onClose, onSaved }: DialogProps) {
  const api = usePublicApi();
  const client = useQueryClient();
  const [mode] = useMode();
  const { keyFor, done } = useIdempotencyKey();
  const [form, setForm] = useState(() => emptyForm(mode === 'test' ? 'sandbox' : 'smtp'));
  const create = useMutation({
    mutationFn: () => {
      const body = bodyOf(form);
      return unwrap(
        api.POST('/v1/mailboxes', { params: { header: { 'Idempotency-Key': keyFor(body) } }, body }),
      );
    },
    onSuccess: async ({ data }) => {
      done();
      await client.invalidateQueries({ queryKey: [api.mode, 'mailboxes'] });
      onSaved(data);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Add a mailbox"
      action="Add mailbox"
      submission={create}
      fields={FIELDS}
      size="lg"
    >
      <Inputs form={form} onChange={setForm} error={create.error} stored={null} receiving={null} />
    </FormDialog>
  );
}

/** Reads the mailbox with the tag of its version, and opens the dialog with it. */
export function EditMailbox({ id, onClose, onSaved }: DialogProps & { id: string }) {
  const api = usePublicApi();
  const client = useQueryClient();
  const path = { mailbox_id: id };
  const saved = useRef<Mailbox>(null);
  const {
    data: latest,
    error,
    refetch,
  } = useQuery({
    queryKey: [api.mode, 'mailboxes', id],
    queryFn: ({ signal }) =>
      unwrapTagged(api.GET('/v1/mailboxes/{mailbox_id}', { params: { path }, signal })),
    // A form must not begin with what was read before.
    gcTime: 0,
  });
  if (latest === undefined)
    return (
      <Modal opened={error !== null} onClose={onClose} title="Edit mailbox">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Modal>
    );
  return (
    <RecordForm
      onClose={() => (saved.current === null ? onClose() : onSaved(saved.current))}
      noun="mailbox"
      title={`Edit ${latest.record.name}`}
      latest={latest}
      formOf={formOf}
      bodyOf={bodyOf}
      fields={FIELDS}
      size="lg"
      onSave={async (body, etag) => {
        const params = { path, header: { 'If-Match': etag } };
        try {
          const { data } = await unwrap(api.PATCH('/v1/mailboxes/{mailbox_id}', { params, body }));
          if (body.transport === undefined && !body.receiving) notifyDone(`${data.name} is saved.`);
          else saved.current = data;
        } finally {
          await client.invalidateQueries({ queryKey: [api.mode, 'mailboxes'] });
        }
      }}
    >
      {(inputs) => <Inputs {...inputs} stored={formOf(latest.record)} receiving={latest.record.receiving} />}
    </RecordForm>
  );
}

type MailboxInputsProps = InputsProps<MailboxForm> & {
  stored: MailboxForm | null;
  receiving: Mailbox['receiving'];
};

function Inputs({ form, onChange, error, stored, receiving }: MailboxInputsProps) {
  const errors = pathErrors(error);
  const text = textFields(form, onChange, error);
  const change = (changes: Partial<MailboxForm>) => onChange({ ...form, ...changes });
  const { type } = form.transport;
  const showsProvider = type === 'smtp' || type === 'graph' || form.receiving.type !== 'none';
  return (
    <>
      <div className={classes.fields}>
        <TextInput
          label="Address"
          placeholder="support@example.com"
          required
          type="email"
          maxLength={320}
          autoComplete="off"
          {...text('address')}
        />
        <TextInput label="Name" placeholder="Support" required maxLength={255} {...text('name')} />
      </div>
      <TransportFields
        value={form.transport}
        onChange={(transport) => change({ transport })}
        stored={stored?.transport ?? null}
        errors={errors}
      />
      {showsProvider && (
        <ReceivingFields
          value={form.receiving}
          onChange={(changed) => change({ receiving: changed })}
          stored={stored?.receiving ?? null}
          errors={errors}
        />
      )}
      {receiving !== null && receiving.type === form.receiving.type && <ProviderUrl receiving={receiving} />}
      <div className={classes.section}>
        <TextInput
          label="Name of the sender"
          description="Beside the address; empty for the name of the user who replies"
          maxLength={255}
          {...text('from_name')}
        />
        <InboxSelect
          description="New conversations of this inbox get the mailbox by themselves."
          value={form.inbox_id}
          error={errors['inbox_id']}
          onChange={(inbox_id) => change({ inbox_id })}
        />
        <Textarea
          label="Signature"
          description="Text below each reply"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={10_000}
          {...text('signature')}
        />
        <NumberInput
          label="Send delay"
          description="Seconds, 60 at most, within which a user can undo a reply"
          min={0}
          max={60}
          allowDecimal={false}
          allowNegative={false}
          value={form.send_delay}
          error={errors['send_delay']}
          onChange={(seconds) => change({ send_delay: typeof seconds === 'number' ? seconds : 0 })}
        />
        <Acknowledgement form={form} onChange={change} errors={errors} />
        <Advanced form={form} onChange={change} errors={errors} />
      </div>
    </>
  );
}

interface AdvancedProps {
  form: MailboxForm;
  onChange: (changes: Partial<MailboxForm>) => void;
  errors: Readonly<Record<string, string>>;
}

function Acknowledgement({ form, onChange, errors }: AdvancedProps) {
  const { enabled, text } = form.acknowledgement;
  return (
    <>
      <Checkbox
        label="Acknowledge the first mail of a conversation"
        description="Once a day for each address, and only where its domain proves that it has sent the mail."
        checked={enabled}
        onChange={({ currentTarget }) =>
          onChange({ acknowledgement: { enabled: currentTarget.checked, text } })
        }
      />
      {enabled && (
        <Textarea
          label="Text of the acknowledgement"
          placeholder="Thank you for your message. We have received it and will answer it as soon as we can."
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          value={text}
          error={errors['acknowledgement.text']}
          onChange={({ currentTarget }) =>
            onChange({ acknowledgement: { enabled, text: currentTarget.value } })
          }
        />
      )}
    </>
  );
}

function Advanced({ form, onChange, errors }: AdvancedProps) {
  const [isOpen, setOpen] = useState(false);
  const isWrong = Object.keys(errors).some((path) =>
    /^(aliases|limits|on_unknown|subaddressing|authserv_id)/.test(path),
  );
  const aliasError = Object.entries(errors).find(([path]) => path.startsWith('aliases'))?.[1];
  const limit = (name: 'per_minute' | 'per_day' | 'concurrency') => ({
    min: 1,
    allowDecimal: false,
    allowNegative: false,
    hideControls: true,
    value: form[name] ?? '',
    error: errors[`limits.${name}`],
    onChange: (value: number | string) => onChange({ [name]: typeof value === 'number' ? value : null }),
  });
  return (
    <details
      className={classes.advanced}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Advanced settings</summary>
      <div className={classes.section}>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <NumberInput label="Mails a minute" {...limit('per_minute')} />
          <NumberInput label="Mails a day" placeholder="No limit" {...limit('per_day')} />
          <NumberInput label="At a time" {...limit('concurrency')} />
        </SimpleGrid>
        <Select
          label="If the server takes a mail and gives no answer"
          data={[
            { value: 'hold', label: 'Show it as “Outcome unknown”' },
            { value: 'retry', label: 'Send it once more after 15 minutes: it may arrive twice' },
          ]}
          value={form.on_unknown}
          error={errors['on_unknown']}
          allowDeselect={false}
          onChange={(value) => onChange({ on_unknown: value === 'retry' ? 'retry' : 'hold' })}
        />
        <Checkbox
          label="The server delivers subaddresses"
          description="Answers then go to support+…@example.com, by which they find their conversation. Google and Microsoft 365 deliver such addresses to the mailbox; other servers refuse them unless they are set up for it."
          checked={form.subaddressing}
          onChange={({ currentTarget }) => onChange({ subaddressing: currentTarget.checked })}
        />
        <TextInput
          label="Server whose checks of senders count"
          description="The name that your mail server or provider writes first into Authentication-Results of the mails that it takes. Empty: of mails that are fetched or handed over, signatures alone prove the sender."
          placeholder="mx.example.com"
          maxLength={255}
          value={form.authserv_id}
          error={errors['authserv_id']}
          onChange={({ currentTarget }) => onChange({ authserv_id: currentTarget.value })}
        />
        <TagsInput
          label="Other addresses of this mailbox"
          description="A reply never goes to them."
          placeholder={form.aliases.length === 0 ? 'help@example.com' : ''}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          maxTags={20}
          value={form.aliases}
          error={aliasError}
          onChange={(aliases) => onChange({ aliases })}
        />
      </div>
    </details>
  );
}
