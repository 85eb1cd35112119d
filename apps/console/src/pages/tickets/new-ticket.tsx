import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap, type Schemas } from '../../api/public.ts';
import { FormDialog, textFields } from '../../components/form-dialog.tsx';
import { optionsOf, PRIORITIES } from '../../desk/labels.ts';
import { useCreate } from '../../desk/use-create.ts';

const EMPTY = { subject: '', description: '', email: '', priority: 'normal' };

const bodyOf = ({ subject, description, email, priority }: typeof EMPTY): Schemas['CreateTicketRequest'] => ({
  subject,
  description: description === '' ? null : description,
  contact: email === '' ? null : { email: email.trim() },
  priority: priority as Schemas['Priority'],
});

export function NewTicket({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [form, setForm] = useState(EMPTY);
  const create = useCreate({
    resource: 'tickets',
    bodyOf: () => bodyOf(form),
    create: (api, body, header) => unwrap(api.POST('/v1/tickets', { params: { header }, body })),
  });
  const field = textFields(form, setForm, create.error);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New ticket"
      action="Create ticket"
      submission={create}
      fields={['subject', 'description', 'contact', 'priority']}
      size="lg"
    >
      <TextInput label="Subject" required maxLength={998} data-autofocus {...field('subject')} />
      <Textarea
        label="Description"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={65_536}
        {...field('description')}
      />
      <TextInput
        label="E-mail address of the contact"
        description="A contact is made if there is none with this address."
        type="email"
        maxLength={320}
        {...field('email', 'contact')}
      />
      <Select
        label="Priority"
        data={optionsOf(PRIORITIES)}
        value={form.priority}
        allowDeselect={false}
        error={fieldErrors(create.error)['priority']}
        onChange={(priority) => setForm({ ...form, priority: priority ?? 'normal' })}
      />
    </FormDialog>
  );
}
