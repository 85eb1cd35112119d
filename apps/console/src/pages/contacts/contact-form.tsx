import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap } from '../../api/public.ts';
import { usePublicApi } from '../../app/session.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ChangedByOthers } from '../../desk/changed-by-others.tsx';
import type { Tagged } from '../../desk/records.ts';
import { useCreate } from '../../desk/use-create.ts';
import { useRecordForm } from '../../desk/use-record-form.ts';
import type { Contact, ContactChange } from './contacts.ts';

const NAMES = ['name', 'email', 'phone', 'company'] as const;
type Form = Record<(typeof NAMES)[number], string>;

const EMPTY: Form = { name: '', email: '', phone: '', company: '' };

const LABELS: Form = { name: 'Name', email: 'E-mail address', phone: 'Phone', company: 'Company' };

/** The fields as the API takes them: an empty one is `null`. */
const bodyOf = (form: Form) =>
  Object.fromEntries(NAMES.map((name) => [name, form[name].trim() || null])) as Record<
    keyof Form,
    string | null
  >;

interface FieldsProps {
  form: Form;
  onChange: (form: Form) => void;
  error: unknown;
}

function Fields({ form, onChange, error }: FieldsProps) {
  const errors = fieldErrors(error);
  return NAMES.map((name, index) => (
    <TextInput
      key={name}
      label={LABELS[name]}
      type={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
      maxLength={name === 'phone' ? 64 : 255}
      value={form[name]}
      error={errors[name]}
      onChange={({ currentTarget: { value } }) => onChange({ ...form, [name]: value })}
      {...(index === 0 ? { 'data-autofocus': true } : {})}
    />
  ));
}

/** Creates a contact. */
export function NewContact({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const api = usePublicApi();
  const [form, setForm] = useState(EMPTY);
  const create = useCreate<ContactChange>({
    resource: 'contacts',
    noun: 'contact',
    create: (body, header) => unwrap(api.POST('/v1/contacts', { params: { header }, body })),
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New contact"
      action="Create contact"
      isPending={create.isPending}
      error={create.error}
      fields={NAMES}
      onSubmit={() => create.mutate(bodyOf(form))}
    >
      <Fields form={form} onChange={setForm} error={create.error} />
    </FormDialog>
  );
}

interface EditContactProps {
  latest: Tagged<Contact>;
  opened: boolean;
  onClose: () => void;
  onSave: (change: ContactChange, etag: string) => Promise<unknown>;
}

const formOf = (contact: Contact): Form =>
  Object.fromEntries(NAMES.map((name) => [name, contact[name] ?? ''])) as Form;

/** Changes what is known of a contact. */
export function EditContact({ latest, opened, onClose, onSave }: EditContactProps) {
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
      title="Edit contact"
      action="Save"
      isPending={isPending}
      error={error}
      fields={NAMES}
      onSubmit={submit}
    >
      <Fields form={form} onChange={setForm} error={error} />
      <ChangedByOthers noun="contact" onLoad={loadNewValues} />
    </FormDialog>
  );
}
