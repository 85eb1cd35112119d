import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../dist/generated/openapi.d.ts';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap } from '../../api/public.ts';
import { usePublicApi } from '../../app/session.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useCreate } from '../../desk/use-create.ts';

type NewConversationBody = components['schemas']['CreateConversationRequest'];

const EMPTY = { email: '', name: '', subject: '', message: '' };

/** Begins a conversation with a contact by a first reply. */
export function NewConversation({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const api = usePublicApi();
  const [form, setForm] = useState(EMPTY);
  const create = useCreate<NewConversationBody>({
    resource: 'conversations',
    noun: 'conversation',
    create: (body, header) => unwrap(api.POST('/v1/conversations', { params: { header }, body })),
  });
  const errors = fieldErrors(create.error);
  const field = (name: keyof typeof EMPTY) => ({
    value: form[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setForm((before) => ({ ...before, [name]: value })),
  });
  const submit = () => {
    const { email, name, subject, message } = form;
    create.mutate({
      contact: { email: email.trim(), ...(name.trim() === '' ? {} : { name: name.trim() }) },
      subject: subject.trim() === '' ? null : subject.trim(),
      message: message.trim() === '' ? null : { body: message, type: 'reply' },
    });
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New conversation"
      action="Create conversation"
      isPending={create.isPending}
      error={create.error}
      fields={['contact', 'subject', 'message']}
      onSubmit={submit}
      size="lg"
    >
      <TextInput
        label="E-mail address of the contact"
        description="A contact is made if there is none with this address."
        required
        type="email"
        maxLength={320}
        error={errors['contact']}
        data-autofocus
        {...field('email')}
      />
      <TextInput label="Name of a new contact" maxLength={255} {...field('name')} />
      <TextInput label="Subject" maxLength={512} error={errors['subject']} {...field('subject')} />
      <Textarea
        label="First message"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={65_536}
        error={errors['message']}
        {...field('message')}
      />
    </FormDialog>
  );
}
