import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifyDone, notifyRefused } from '../app/notifications.ts';
import { usePublicApi } from '../app/session.tsx';
import { useIdempotencyKey } from '../desk/idempotency.ts';
import { addToPages } from '../live/apply-event.ts';
import { useStreamState } from '../live/live-updates.tsx';
import { recipientsKey } from './destination.ts';
import { messagesKey, sendMessage, type Draft, type Message, type Parent } from './messages.ts';

/** Adds a message, and shows it without reading the others again. */
export function useSend(parent: Parent, onSent: () => void) {
  const api = usePublicApi();
  const client = useQueryClient();
  const stream = useStreamState();
  const { keyFor, done } = useIdempotencyKey();
  return useMutation({
    mutationFn: (draft: Draft) => {
      const files = draft.files.map(({ name, size, lastModified }) => [name, size, lastModified]);
      return sendMessage(api, parent, draft, keyFor([draft.type, draft.body, files, draft.mail]));
    },
    onSuccess: async ({ data: message }) => {
      done();
      onSent();
      notifySent(message);
      const { conversation_id: id } = message;
      // The next reply goes to those of this one; who writes it asks for them.
      await client.invalidateQueries({ queryKey: recipientsKey(api, id), refetchType: 'none' });
      const messages = messagesKey(api, id);
      if (!addToPages(client, messages, message, true))
        await client.invalidateQueries({ queryKey: messages });
      // Events tell of the rest, if a stream brings them.
      if (stream !== 'live')
        await client.invalidateQueries({ queryKey: [api.mode, parent.resource, parent.id] });
    },
  });
}

function notifySent({ type, delivery }: Message): void {
  if (type === 'note') notifyDone('The note is added.');
  else if (delivery === null) notifyDone('The reply is recorded, not sent.');
  else if (delivery.status === 'failed')
    notifyRefused('The reply is not sent', delivery.error?.message ?? 'It is shown in the conversation.');
  else notifyDone('The reply is queued.');
}
