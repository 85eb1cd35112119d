import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { unwrap } from '../../api/public.ts';
import { usePublicApi } from '../../app/session.tsx';
import { Panel } from '../../components/panel.tsx';
import { useIdempotencyKey } from '../../desk/idempotency.ts';
import { useCan } from '../../desk/permissions.ts';
import { isStale, notifyNotSaved, unwrapTagged } from '../../desk/records.ts';
import type { Ticket } from './tickets.ts';

interface StartConversationProps {
  ticket: Ticket;
  /** Links a conversation to the ticket, unless it has another one by now. */
  link: (conversationId: string) => Promise<unknown>;
}

/** A ticket without a conversation: begins one with its contact, so that the first reply stops the SLA timer. */
export function StartConversation({ ticket, link }: StartConversationProps) {
  const mayWrite = [useCan('conversations:write'), useCan('tickets:write')].every(Boolean);
  const start = useStart({ ticket, link });
  return (
    <Panel title="Conversation">
      <Text size="sm" c="dimmed" mb={mayWrite && ticket.contact !== null ? 'sm' : 0}>
        {ticket.contact === null
          ? 'This ticket has no contact, so nobody can be answered.'
          : 'No conversation is linked to this ticket. Replies and notes need one.'}
      </Text>
      {mayWrite && ticket.contact !== null && (
        <Button variant="default" size="sm" loading={start.isPending} onClick={() => start.mutate()}>
          Start a conversation with {ticket.contact.name ?? ticket.contact.email ?? 'the contact'}
        </Button>
      )}
    </Panel>
  );
}

/** Links a new conversation, unless somebody else has linked one meanwhile: then the page shows that one. */
function useStart({ ticket, link }: StartConversationProps) {
  const { contact, subject } = ticket;
  const api = usePublicApi();
  const { keyFor, done } = useIdempotencyKey();
  /** Nothing is lost if somebody has written in it already. */
  const discard = async (id: string) => {
    const path = { conversation_id: id };
    const params = { path };
    const { record, etag } = await unwrapTagged(api.GET('/v1/conversations/{conversation_id}', { params }));
    if (record.messages_count > 0) return;
    const header = { 'If-Match': etag };
    await unwrap(api.DELETE('/v1/conversations/{conversation_id}', { params: { path, header } }));
  };
  return useMutation({
    mutationFn: async () => {
      const body = { contact: { id: contact?.id ?? '' }, subject };
      const header = { 'Idempotency-Key': keyFor(body) };
      const { data } = await unwrap(api.POST('/v1/conversations', { params: { header }, body }));
      try {
        await link(data.id);
      } catch (error) {
        if (isStale(error)) {
          await discard(data.id);
          done();
        }
        throw error;
      }
    },
    onSuccess: done,
    onError: (error) => notifyNotSaved('ticket', error),
  });
}
