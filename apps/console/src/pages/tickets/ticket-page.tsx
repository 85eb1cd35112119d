import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../../api/public.ts';
import { usePathParameter } from '../../app/location.ts';
import { useMode, usePublicApi } from '../../app/session.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Thread } from '../../thread/thread.tsx';
import { HistoryList } from '../../desk/history-list.tsx';
import { TICKET_STATUSES } from '../../desk/labels.ts';
import { useCan } from '../../desk/permissions.ts';
import { RecordLayout } from '../../desk/record-layout.tsx';
import { RecordLoading } from '../../desk/record-loading.tsx';
import { useSave, type Tagged } from '../../desk/records.ts';
import { SlaTimer } from '../../desk/sla-timer.tsx';
import { TitleEditor } from '../../desk/title-editor.tsx';
import { ValueBadge } from '../../desk/value-badge.tsx';
import classes from '../../desk/desk.module.css';
import { StartConversation } from './start-conversation.tsx';
import { TicketProperties } from './ticket-properties.tsx';
import { ticketQuery, type Ticket, type TicketChange } from './tickets.ts';

const BACK = { to: '/tickets', label: 'Tickets' };

/** One ticket: what was asked, the conversation about it, its properties and its history. */
export default function TicketPage() {
  const id = usePathParameter('ticketId');
  const api = usePublicApi();
  const [mode] = useMode();
  const query = useQuery(ticketQuery(api, mode, id));
  if (query.data === undefined) return <RecordLoading title="Ticket" back={BACK} query={query} />;
  return <TicketView key={id} tagged={query.data} />;
}

/** Changes a ticket, in the version that is shown. */
function useSaveTicket(id: string) {
  const api = usePublicApi();
  const [mode] = useMode();
  return useSave<Ticket, TicketChange>({
    queryKey: ticketQuery(api, mode, id).queryKey,
    noun: 'ticket',
    send: (body, header) =>
      api.PATCH('/v1/tickets/{ticket_id}', { params: { path: { ticket_id: id }, header }, body }),
  });
}

function TicketView({ tagged }: { tagged: Tagged<Ticket> }) {
  const { record: ticket } = tagged;
  const { save, saveFrom, isPending } = useSaveTicket(ticket.id);
  const mayWrite = useCan('tickets:write');
  const [isRenaming, setRenaming] = useState(false);
  return (
    <>
      <PageHeader
        title={ticket.subject}
        back={BACK}
        description={<ValueBadge labels={TICKET_STATUSES} value={ticket.status} />}
        actions={
          mayWrite && (
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<Icon name="edit" size={16} />}
                onClick={() => setRenaming(true)}
              >
                Edit
              </Button>
              <StatusButton ticket={ticket} isSaving={isPending} onChange={save} />
            </Group>
          )
        }
      />
      <RecordLayout
        lead={<SlaTimer ticket={ticket} />}
        aside={<TicketProperties ticket={ticket} save={save} />}
      >
        <Content tagged={tagged} />
      </RecordLayout>
      <TitleEditor
        noun="ticket"
        opened={isRenaming}
        onClose={() => setRenaming(false)}
        latest={tagged}
        hasDescription
        onSave={saveFrom}
      />
    </>
  );
}

interface StatusButtonProps {
  ticket: Ticket;
  isSaving: boolean;
  onChange: (change: TicketChange) => void;
}

/** The next step of a ticket by one click. */
function StatusButton({ ticket: { status }, isSaving, onChange }: StatusButtonProps) {
  const hasEnded = status === 'resolved' || status === 'closed';
  return (
    <Button
      {...(hasEnded ? { variant: 'default' } : {})}
      disabled={isSaving}
      leftSection={<Icon name={hasEnded ? 'refresh' : 'check'} size={16} />}
      onClick={() => onChange({ status: hasEnded ? 'open' : 'resolved' })}
    >
      {hasEnded ? 'Reopen' : 'Resolve'}
    </Button>
  );
}

function Content({ tagged }: { tagged: Tagged<Ticket> }) {
  const api = usePublicApi();
  const [mode] = useMode();
  const { id, description, conversation_id: conversationId } = tagged.record;
  return (
    <>
      {description !== null && description !== '' && (
        <Panel title="Description">
          <p className={classes.text}>{description}</p>
        </Panel>
      )}
      {conversationId === null ? (
        <StartConversation tagged={tagged} />
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
      <Panel title="History">
        <HistoryList
          queryKey={[mode, 'tickets', id, 'history']}
          load={(cursor, signal) =>
            unwrap(
              api.GET('/v1/tickets/{ticket_id}/history', {
                params: { path: { ticket_id: id }, query: cursor === undefined ? {} : { cursor } },
                signal,
              }),
            )
          }
        />
      </Panel>
    </>
  );
}
