import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '../../api/public.ts';
import { notifyFailure } from '../../app/notifications.ts';
import { useMode, usePublicApi } from '../../app/session.tsx';
import { Panel } from '../../components/panel.tsx';
import { useIdempotencyKey } from '../../desk/idempotency.ts';
import { useCan } from '../../desk/permissions.ts';
import { isStale, notifyChangedByOthers, unwrapTagged, type Tagged } from '../../desk/records.ts';
import { ticketQuery, type Ticket } from './tickets.ts';

/** A ticket without a conversation: begins one with its contact, so that the first reply stops the SLA timer. */
export function StartConversation({ tagged }: { tagged: Tagged<Ticket> }) {
  const { record: ticket } = tagged;
  const mayWrite = [useCan('conversations:write'), useCan('tickets:write')].every(Boolean);
  const start = useStart(tagged);
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
function useStart({ record: { id, subject, contact }, etag: shown }: Tagged<Ticket>) {
  const api = usePublicApi();
  const [mode] = useMode();
  const client = useQueryClient();
  const { queryKey } = ticketQuery(api, mode, id);
  const { keyFor, done } = useIdempotencyKey();
  const path = { ticket_id: id };
  const create = async () => {
    const body = { contact: { id: contact?.id ?? '' }, subject };
    const header = { 'Idempotency-Key': keyFor(body) };
    return (await unwrap(api.POST('/v1/conversations', { params: { header }, body }))).data.id;
  };
  const link = (conversationId: string, etag: string) =>
    unwrap(
      api.PATCH('/v1/tickets/{ticket_id}', {
        params: { path, header: { 'If-Match': etag } },
        body: { conversation_id: conversationId },
      }),
    );
  /** Nothing is lost if somebody has written in it already. */
  const discard = async (conversationId: string) => {
    const one = { conversation_id: conversationId };
    const params = { path: one };
    const { record, etag } = await unwrapTagged(api.GET('/v1/conversations/{conversation_id}', { params }));
    if (record.messages_count > 0) return;
    const header = { 'If-Match': etag };
    await unwrap(api.DELETE('/v1/conversations/{conversation_id}', { params: { path: one, header } }));
  };
  return useMutation({
    mutationFn: async () => {
      const created = await create();
      try {
        await link(created, shown);
      } catch (error) {
        if (!isStale(error)) throw error;
        const { record, etag } = await unwrapTagged(api.GET('/v1/tickets/{ticket_id}', { params: { path } }));
        if (record.conversation_id === null) await link(created, etag);
        // The answer to an earlier attempt may have been lost.
        else if (record.conversation_id !== created) {
          await discard(created);
          done();
          throw error;
        }
      }
    },
    onSuccess: done,
    onError: (error) => {
      if (isStale(error)) notifyChangedByOthers('ticket');
      else notifyFailure(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
