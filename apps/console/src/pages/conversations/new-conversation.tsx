import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrap, type Schemas } from '../../api/public.ts';
import { FormDialog, textFields } from '../../components/form-dialog.tsx';
import { useCreate } from '../../desk/use-create.ts';

const EMPTY = { email: '', name: '', subject: '', message: '' };

function bodyOf(form: typeof EMPTY): Schemas['CreateConversationRequest'] {
  const { message } = form;
  const [email, name, subject] = [form.email.trim(), form.name.trim(), form.subject.trim()];
  return {
    contact: { email, ...(name === '' ? {} : { name }) },
    subject: subject === '' ? null : subject,
    message: message.trim() === '' ? null : { body: message, type: 'reply' },
  };
}

export function NewConversation({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [form, setForm] = useState(EMPTY);
  const create = useCreate({
    resource: 'conversations',
    bodyOf: () => bodyOf(form),
    create: (api, body, header) => unwrap(api.POST('/v1/conversations', { params: { header }, body })),
  });
  const field = textFields(form, setForm, create.error);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New conversation"
      action="Create conversation"
      submission={create}
      fields={['contact', 'subject', 'message']}
      size="lg"
    >
      <TextInput
        label="E-mail address of the contact"
        description="A contact is made if there is none with this address."
        required
        type="email"
        maxLength={320}
        data-autofocus
        {...field('email', 'contact')}
      />
      <TextInput label="Name of a new contact" maxLength={255} {...field('name')} />
      <TextInput label="Subject" maxLength={998} {...field('subject')} />
      <Textarea
        label="First message"
        description="Recorded, not sent, as no channel is connected."
        autosize
        minRows={4}
        maxRows={12}
        maxLength={65_536}
        {...field('message')}
      />
    </FormDialog>
  );
}
