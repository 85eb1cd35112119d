import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/public.ts';
import { FormDialog, textFields } from '../../components/form-dialog.tsx';
import { RecordForm, type EditDialogProps, type InputsProps } from '../../desk/record-form.tsx';
import { useCreate } from '../../desk/use-create.ts';
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

function Inputs({ form, onChange, error }: InputsProps<Form>) {
  const field = textFields(form, onChange, error);
  return NAMES.map((name, index) => (
    <TextInput
      key={name}
      label={LABELS[name]}
      type={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
      maxLength={name === 'phone' ? 64 : 255}
      {...field(name)}
      {...(index === 0 ? { 'data-autofocus': true } : {})}
    />
  ));
}

export function NewContact({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [form, setForm] = useState(EMPTY);
  const create = useCreate<ContactChange>({
    resource: 'contacts',
    bodyOf: () => bodyOf(form),
    create: (api, body, header) => unwrap(api.POST('/v1/contacts', { params: { header }, body })),
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New contact"
      action="Create contact"
      submission={create}
      fields={NAMES}
    >
      <Inputs form={form} onChange={setForm} error={create.error} />
    </FormDialog>
  );
}

const formOf = (contact: Contact): Form =>
  Object.fromEntries(NAMES.map((name) => [name, contact[name] ?? ''])) as Form;

export function EditContact(props: EditDialogProps<Contact, ContactChange>) {
  return (
    <RecordForm {...props} noun="contact" formOf={formOf} bodyOf={bodyOf} fields={NAMES}>
      {(inputs) => <Inputs {...inputs} />}
    </RecordForm>
  );
}
