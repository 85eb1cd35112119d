import { Link } from '@tanstack/react-router';
import { usePublicApi } from '../../app/session.tsx';
import { Panel } from '../../components/panel.tsx';
import { ContactFact, CustomFields, IdFact } from '../../desk/facts.tsx';
import { TICKET_STATUSES } from '../../desk/labels.ts';
import { SharedProperties } from '../../desk/property.tsx';
import { RecordPage } from '../../desk/record-page.tsx';
import { RecordView } from '../../desk/record-view.tsx';
import { useSave, type Tagged } from '../../desk/records.ts';
import { SlaTimer } from '../../desk/sla-timer.tsx';
import { Thread } from '../../thread/thread.tsx';
import classes from '../../desk/desk.module.css';
import { StartConversation } from './start-conversation.tsx';
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
  const { save, saveNow, saveFrom, isPending } = useSave<Ticket, TicketChange>({
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
      <Content ticket={ticket} link={(conversation) => saveNow({ conversation_id: conversation })} />
    </RecordView>
  );
}

function Content({ ticket, link }: Parameters<typeof StartConversation>[0]) {
  const { description, conversation_id: conversationId } = ticket;
  return (
    <>
      {description !== null && description !== '' && (
        <Panel title="Description">
          <p className={classes.text}>{description}</p>
        </Panel>
      )}
      {conversationId === null ? (
        <StartConversation ticket={ticket} link={link} />
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
