import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap, type Schemas } from '../../api/public.ts';
import { FormDialog, textFields } from '../../components/form-dialog.tsx';
import { mailboxOptions, useMailboxDirectory } from '../../desk/directory.ts';
import { useCreate } from '../../desk/use-create.ts';

interface Form {
  email: string;
  name: string;
  subject: string;
  message: string;
  /** `undefined` until somebody has chosen. */
  mailbox: string | null | undefined;
}

const EMPTY: Form = { email: '', name: '', subject: '', message: '', mailbox: undefined };

function bodyOf(form: Form, mailboxId: string | null): Schemas['CreateConversationRequest'] {
  const { message } = form;
  const [email, name, subject] = [form.email.trim(), form.name.trim(), form.subject.trim()];
  return {
    contact: { email, ...(name === '' ? {} : { name }) },
    subject: subject === '' ? null : subject,
    message: message.trim() === '' ? null : { body: message, type: 'reply' },
    ...(mailboxId === null ? {} : { mailbox_id: mailboxId, channel: 'email' }),
  };
}

export function NewConversation({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [form, setForm] = useState(EMPTY);
  const mailboxes = useMailboxDirectory();
  const [first, ...others] = mailboxes.items;
  // Where there is a single one, it is meant.
  const usual = first !== undefined && others.length === 0 ? first.id : null;
  const mailboxId = form.mailbox === undefined ? usual : form.mailbox;
  const mailbox = mailboxes.items.find(({ id }) => id === mailboxId);
  const create = useCreate({
    resource: 'conversations',
    bodyOf: () => bodyOf(form, mailboxId),
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
      fields={['contact', 'subject', 'message', 'mailbox_id']}
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
      {mailboxes.items.length > 0 && (
        <Select
          label="Mailbox"
          data={[{ value: '', label: 'No mailbox' }, ...mailboxOptions(mailboxes.items)]}
          value={mailboxId ?? ''}
          error={fieldErrors(create.error)['mailbox_id']}
          allowDeselect={false}
          onChange={(id) => setForm({ ...form, mailbox: id === '' ? null : id })}
        />
      )}
      <Textarea
        label="First message"
        description={
          mailbox === undefined
            ? 'Recorded, not sent: the conversation has no mailbox.'
            : mailbox.transport.type === 'sandbox'
              ? `Goes to the contact from ${mailbox.address}. Its sandbox sends nothing.`
              : `Sent to the contact by mail from ${mailbox.address}.`
        }
        autosize
        minRows={4}
        maxRows={12}
        maxLength={65_536}
        {...field('message')}
      />
    </FormDialog>
  );
}
