import { Checkbox, Select, TagsInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap, type Schemas } from '../../api/public.ts';
import { notifyDone } from '../../app/notifications.ts';
import { usePublicApi } from '../../app/session.tsx';
import { refreshList } from '../../app/use-list.ts';
import { FormDialog, textFields } from '../../components/form-dialog.tsx';
import { mailboxOptions, useMailboxDirectory, useTagNames } from '../../desk/directory.ts';
import { useIdempotencyKey } from '../../desk/idempotency.ts';
import { InboxSelect } from './inbox-select.tsx';

type ContactForm = Schemas['ContactForm'];

/** The name of the list of contact forms. */
export const CONTACT_FORMS = 'contact_forms';

const FIELDS = ['name', 'allowed_origins', 'redirect_url', 'inbox_id', 'mailbox_id', 'tags', 'confirmation'];

interface Values extends Pick<ContactForm, 'name' | 'inbox_id' | 'mailbox_id' | 'confirmation'> {
  allowed_origins: string[];
  /** Empty for the plain page. */
  redirect_url: string;
  tags: string[];
}

function valuesOf(form: ContactForm | null): Values {
  return {
    name: form?.name ?? '',
    allowed_origins: [...(form?.allowed_origins ?? [])],
    redirect_url: form?.redirect_url ?? '',
    inbox_id: form?.inbox_id ?? null,
    mailbox_id: form?.mailbox_id ?? null,
    tags: [...(form?.tags ?? [])],
    confirmation: form?.confirmation ?? false,
  };
}

interface ContactFormDialogProps {
  /** Null for one that is added. */
  contactForm: ContactForm | null;
  onClose: () => void;
  onAdded: (form: ContactForm) => void;
}

/** Adds or changes a contact form. */
export function ContactFormDialog({ contactForm, onClose, onAdded }: ContactFormDialogProps) {
  const api = usePublicApi();
  const { keyFor, done } = useIdempotencyKey();
  const [form, setForm] = useState(valuesOf(contactForm));
  const save = useMutation({
    mutationFn: () => {
      const redirect_url = form.redirect_url.trim();
      const body = {
        ...form,
        name: form.name.trim(),
        redirect_url: redirect_url === '' ? null : redirect_url,
      };
      if (contactForm === null) {
        const header = { 'Idempotency-Key': keyFor(body) };
        return unwrap(api.POST('/v1/contact_forms', { params: { header }, body }));
      }
      const params = { path: { contact_form_id: contactForm.id } };
      return unwrap(api.PATCH('/v1/contact_forms/{contact_form_id}', { params, body }));
    },
    onSuccess: async ({ data }) => {
      done();
      notifyDone(`${data.name} is ${contactForm === null ? 'added' : 'saved'}.`);
      if (contactForm === null) onAdded(data);
      else onClose();
      await refreshList(CONTACT_FORMS);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={contactForm === null ? 'Add a contact form' : `Edit ${contactForm.name}`}
      action={contactForm === null ? 'Add contact form' : 'Save'}
      submission={save}
      fields={FIELDS}
    >
      <Inputs form={form} onChange={setForm} error={save.error} />
    </FormDialog>
  );
}

interface InputsProps {
  form: Values;
  onChange: (form: Values) => void;
  error: unknown;
}

function Inputs({ form, onChange, error }: InputsProps) {
  const tags = useTagNames();
  const errors = fieldErrors(error);
  const text = textFields(form, onChange, error);
  const errorOf = (field: string) => Object.entries(errors).find(([path]) => path.startsWith(field))?.[1];
  return (
    <>
      <TextInput
        label="Name"
        placeholder="Contact us"
        required
        maxLength={255}
        data-autofocus
        {...text('name')}
      />
      <Destinations form={form} onChange={onChange} error={error} />
      <TagsInput
        label="Tags of its conversations"
        data={tags}
        maxTags={50}
        value={form.tags}
        error={errorOf('tags')}
        onChange={(value) => onChange({ ...form, tags: value })}
      />
      <TagsInput
        label="Web sites that have the form"
        description="Empty allows every page."
        placeholder={form.allowed_origins.length === 0 ? 'https://www.example.com' : ''}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        maxTags={20}
        value={form.allowed_origins}
        error={errorOf('allowed_origins')}
        onChange={(value) => onChange({ ...form, allowed_origins: value })}
      />
      <TextInput
        label="Page after sending"
        description="Without one, a plain page says that the message is received."
        placeholder="https://www.example.com/thanks"
        type="url"
        maxLength={2_048}
        {...text('redirect_url')}
      />
      <Checkbox
        label="Senders confirm their address"
        description="The message waits for 24 hours until its sender opens a link that is mailed to the address. Otherwise anybody can write in the name of anybody."
        checked={form.confirmation}
        error={errors['confirmation']}
        onChange={({ currentTarget }) => onChange({ ...form, confirmation: currentTarget.checked })}
      />
    </>
  );
}

/** Where its conversations are, and how replies leave. */
function Destinations({ form, onChange, error }: InputsProps) {
  const errors = fieldErrors(error);
  const mailboxes = useMailboxDirectory();
  return (
    <>
      <Select
        label="Replies leave through"
        data={[{ value: '', label: 'No mailbox: recorded, not sent' }, ...mailboxOptions(mailboxes.items)]}
        value={form.mailbox_id ?? ''}
        error={errors['mailbox_id']}
        allowDeselect={false}
        disabled={mailboxes.isPending}
        onChange={(id) => onChange({ ...form, mailbox_id: id === '' ? null : id })}
      />
      <InboxSelect
        description="Where its conversations are"
        value={form.inbox_id}
        error={errors['inbox_id']}
        onChange={(inbox_id) => onChange({ ...form, inbox_id })}
      />
    </>
  );
}
