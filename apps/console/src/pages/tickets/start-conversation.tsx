import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '../../api/public.ts';
import { notifyFailure } from '../../app/notifications.ts';
import { useMode, usePublicApi } from '../../app/session.tsx';
import { Panel } from '../../components/panel.tsx';
import { useIdempotencyKey } from '../../work/idempotency.ts';
import { useCan } from '../../work/permissions.ts';
import { ticketQuery, type Ticket } from './tickets.ts';

/** A ticket without a conversation: begins one with its contact, so that the first reply stops the SLA timer. */
export function StartConversation({ ticket }: { ticket: Ticket }) {
  const mayWrite = [useCan('conversations:write'), useCan('tickets:write')].every(Boolean);
  const start = useStart(ticket);
  return (
    <Panel title="Conversation">
      <Text size="sm" c="dimmed" mb={mayWrite && ticket.contact !== null ? 'sm' : 0}>
        {ticket.contact === null
          ? 'This ticket has no contact, so nobody can be answered.'
          : 'No conversation is linked to this ticket. Replies and notes need one.'}
      </Text>
      {mayWrite && ticket.contact !== null && (
        <Button
          variant="default"
          size="sm"
          loading={start.isPending}
          onClick={() => start.mutate(ticket.contact?.id ?? '')}
        >
          Start a conversation with {ticket.contact.name ?? ticket.contact.email ?? 'the contact'}
        </Button>
      )}
    </Panel>
  );
}

function useStart({ id, subject }: Ticket) {
  const api = usePublicApi();
  const [mode] = useMode();
  const client = useQueryClient();
  const { keyFor, done } = useIdempotencyKey();
  return useMutation({
    mutationFn: async (contactId: string) => {
      const body = { contact: { id: contactId }, subject };
      const header = { 'Idempotency-Key': keyFor(body) };
      const { data } = await unwrap(api.POST('/v1/conversations', { params: { header }, body }));
      await unwrap(
        api.PATCH('/v1/tickets/{ticket_id}', {
          params: { path: { ticket_id: id } },
          body: { conversation_id: data.id },
        }),
      );
    },
    onSuccess: async () => {
      done();
      await client.invalidateQueries({ queryKey: ticketQuery(api, mode, id).queryKey });
    },
    onError: notifyFailure,
  });
}
