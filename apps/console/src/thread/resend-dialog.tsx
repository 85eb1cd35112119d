import { Alert, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, pathErrors } from '../api/errors.ts';
import { unwrap } from '../api/public.ts';
import { notifyDone } from '../app/notifications.ts';
import { usePublicApi } from '../app/session.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { useIdempotencyKey } from '../desk/idempotency.ts';
import { addToPages } from '../live/apply-event.ts';
import type { Delivery } from './delivery-words.ts';
import { emailOf, isSameMail, recipientsOf, unreached } from './mail-form.ts';
import { messagesKey, type Message } from './messages.ts';
import { RecipientFields } from './recipient-fields.tsx';

interface ResendDialogProps {
  message: Message;
  delivery: Delivery;
  onClose: () => void;
}

/** Sends a message again: to those whom it has not reached, or to others. */
export function ResendDialog({ message, delivery, onClose }: ResendDialogProps) {
  const [begun] = useState(() => unreached(message));
  const [form, setForm] = useState(begun);
  const isMail = message.email !== null;
  const isUnknown = delivery.recipients.some(({ status }) => status === 'unknown');
  const isUnchanged = isSameMail(form, begun);
  const isEmpty = isMail && recipientsOf(form).length === 0;
  // One that had no recipients, and names none now, goes to the contact.
  const hasNobody = isEmpty && !isUnchanged;
  const [isRefused, setRefused] = useState(false);
  const resend = useResend(message, onClose);
  const submit = () => {
    setRefused(hasNobody);
    // What is left out stays: the API knows it better than what this dialog began with.
    if (!hasNobody) resend.mutate(isUnchanged ? undefined : emailOf(form));
  };
  const errors = isRefused && hasNobody ? { 'email.to': 'Name a recipient.' } : pathErrors(resend.error);
  return (
    <FormDialog
      onClose={onClose}
      title="Send this message again"
      action="Send again"
      submission={{ error: resend.error, isPending: resend.isPending, mutate: submit }}
      fields={Object.keys(errors).every((path) => /^email\.(to|cc|bcc|subject)/.test(path)) ? ['email'] : []}
      size="lg"
    >
      {isUnknown && (
        <Alert color="yellow" title="It may arrive twice" icon={<Icon name="warning" />}>
          It is not known whether the first mail arrives. Ask the recipient, if you can, before you send it
          again.
        </Alert>
      )}
      {isEmpty && isUnchanged && (
        <Text size="sm">Without a recipient it goes to the e-mail address that the contact has now.</Text>
      )}
      {isMail ? (
        <RecipientFields value={form} onChange={setForm} errors={errors} isDisabled={resend.isPending} />
      ) : (
        <Text size="sm">It is sent again through the channel that the conversation has now.</Text>
      )}
      {isWithoutChannel(resend.error) && (
        <Alert color="yellow" title="This conversation has no mailbox now" icon={<Icon name="warning" />}>
          Choose one in the properties of the conversation, then send the message again.
        </Alert>
      )}
    </FormDialog>
  );
}

const isWithoutChannel = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 422 && error.param === 'message_id';

function useResend(message: Message, onClose: () => void) {
  const api = usePublicApi();
  const client = useQueryClient();
  const { keyFor, done } = useIdempotencyKey();
  return useMutation({
    mutationFn: (email: ReturnType<typeof emailOf>) => {
      const path = { conversation_id: message.conversation_id, message_id: message.id };
      const header = { 'Idempotency-Key': keyFor([email ?? null, message.delivery?.updated_at]) };
      return unwrap(
        api.POST('/v1/conversations/{conversation_id}/messages/{message_id}/resend', {
          params: { path, header },
          body: email === undefined ? {} : { email },
        }),
      );
    },
    onSuccess: async ({ data }) => {
      done();
      if (data.delivery?.status === 'queued') notifyDone('The message is queued again.');
      onClose();
      const messages = messagesKey(api, message.conversation_id);
      if (!addToPages(client, messages, data, false)) await client.invalidateQueries({ queryKey: messages });
    },
  });
}
