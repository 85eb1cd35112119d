import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../dist/generated/openapi.d.ts';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap } from '../../api/public.ts';
import { usePublicApi } from '../../app/session.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { optionsOf, PRIORITIES } from '../../desk/labels.ts';
import { useCreate } from '../../desk/use-create.ts';

type NewTicketBody = components['schemas']['CreateTicketRequest'];

const EMPTY = { subject: '', description: '', email: '', priority: 'normal' };

/** Creates a ticket for a contact. */
export function NewTicket({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const api = usePublicApi();
  const [form, setForm] = useState(EMPTY);
  const create = useCreate<NewTicketBody>({
    resource: 'tickets',
    noun: 'ticket',
    create: (body, header) => unwrap(api.POST('/v1/tickets', { params: { header }, body })),
  });
  const errors = fieldErrors(create.error);
  const field = (name: keyof typeof EMPTY) => ({
    value: form[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setForm((before) => ({ ...before, [name]: value })),
  });
  const submit = () =>
    create.mutate({
      subject: form.subject,
      description: form.description === '' ? null : form.description,
      contact: form.email === '' ? null : { email: form.email.trim() },
      priority: form.priority as NonNullable<NewTicketBody['priority']>,
    });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New ticket"
      action="Create ticket"
      isPending={create.isPending}
      error={create.error}
      fields={['subject', 'description', 'contact', 'priority']}
      onSubmit={submit}
      size="lg"
    >
      <TextInput
        label="Subject"
        required
        maxLength={512}
        error={errors['subject']}
        data-autofocus
        {...field('subject')}
      />
      <Textarea
        label="Description"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={65_536}
        error={errors['description']}
        {...field('description')}
      />
      <TextInput
        label="E-mail address of the contact"
        description="A contact is made if there is none with this address."
        type="email"
        maxLength={320}
        error={errors['contact']}
        {...field('email')}
      />
      <Select
        label="Priority"
        data={optionsOf(PRIORITIES)}
        value={form.priority}
        allowDeselect={false}
        error={errors['priority']}
        onChange={(priority) => setForm((before) => ({ ...before, priority: priority ?? 'normal' }))}
      />
    </FormDialog>
  );
}
