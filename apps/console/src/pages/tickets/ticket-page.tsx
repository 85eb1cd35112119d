import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePublicApi } from '../../app/session.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/panel.tsx';
import { ContactFact, CustomFields, IdFact } from '../../desk/facts.tsx';
import { TICKET_STATUSES } from '../../desk/labels.ts';
import { SharedProperties } from '../../desk/property.tsx';
import { useCan } from '../../desk/permissions.ts';
import { RecordPage } from '../../desk/record-page.tsx';
import { RecordView } from '../../desk/record-view.tsx';
import { useSave, type Tagged } from '../../desk/records.ts';
import { SlaTimer } from '../../desk/sla-timer.tsx';
import { NewComposer } from '../../thread/composer.tsx';
import { Thread } from '../../thread/thread.tsx';
import classes from '../../desk/desk.module.css';
import { ticketQuery, type Ticket, type TicketChange } from './tickets.ts';

const BACK = { to: '/tickets', label: 'Tickets' };

export default function TicketPage() {
  return (
    <RecordPage noun="ticket" back={BACK} queryOf={ticketQuery}>
      {(tagged) => <TicketView tagged={tagged} />}
    </RecordPage>
  );
}

function TicketView({ tagged }: { tagged: Tagged<Ticket> }) {
  const { record: ticket } = tagged;
  const { id, status, contact } = ticket;
  const api = usePublicApi();
  const { save, saveFrom, isPending } = useSave<Ticket, TicketChange>({
    queryKey: ticketQuery(api, id).queryKey,
    noun: 'ticket',
    send: (body, header) =>
      api.PATCH('/v1/tickets/{ticket_id}', { params: { path: { ticket_id: id }, header }, body }),
  });
  const hasEnded = status === 'resolved' || status === 'closed';
  return (
    <RecordView
      noun="ticket"
      back={BACK}
      tagged={tagged}
      statuses={TICKET_STATUSES}
      step={{
        label: 'Resolve',
        hasEnded,
        isDisabled: isPending,
        onClick: () => save({ status: hasEnded ? 'open' : 'resolved' }),
      }}
      onRename={saveFrom}
      lead={<SlaTimer ticket={ticket} />}
      aside={
        <>
          <SharedProperties record={ticket} statuses={TICKET_STATUSES} scope="tickets:write" save={save} />
          {contact !== null && <ContactFact contact={contact} />}
          <CustomFields fields={ticket.custom_fields} />
          <IdFact id={id} externalId={ticket.external_id} />
        </>
      }
    >
      <Content ticket={ticket} />
    </RecordView>
  );
}

function Content({ ticket }: { ticket: Ticket }) {
  const { description, conversation_id: conversationId } = ticket;
  return (
    <>
      {description !== null && description !== '' && (
        <Panel title="Description">
          <p className={classes.text} dir="auto">
            {description}
          </p>
        </Panel>
      )}
      {conversationId === null ? (
        <FirstMessage ticket={ticket} />
      ) : (
        <Panel
          title="Conversation"
          actions={
            <Link to={`/conversations/${conversationId}`} className={classes.quietLink}>
              Open conversation
            </Link>
          }
        >
          {/* A draft belongs to its conversation, even if another one is linked to the ticket meanwhile. */}
          <Thread key={conversationId} conversationId={conversationId} />
        </Panel>
      )}
    </>
  );
}

/** A ticket without a conversation, which the first reply or note begins with its contact. */
function FirstMessage({ ticket }: { ticket: Ticket }) {
  const { id, contact } = ticket;
  const mayWrite = useCan('conversations:write');
  return (
    <Panel title="Conversation">
      {contact === null ? (
        <Text size="sm" c="dimmed">
          This ticket has no contact, so nobody can be answered.
        </Text>
      ) : (
        <>
          <EmptyState icon="conversation" title="No messages yet">
            The first reply or note begins a conversation with{' '}
            {contact.name ?? contact.email ?? contact.phone ?? 'the contact'}.
          </EmptyState>
          {mayWrite && <NewComposer key={id} parent={{ resource: 'tickets', id, ticket }} />}
        </>
      )}
    </Panel>
  );
}
