import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../../api/public.ts';
import { notifyDone } from '../../app/notifications.ts';
import { usePublicApi } from '../../app/session.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { CustomFields, Fact, IdFact } from '../../desk/facts.tsx';
import { HistoryPanel } from '../../desk/history-panel.tsx';
import { CONVERSATION_STATUSES, TICKET_STATUSES, type Label } from '../../desk/labels.ts';
import { useCan } from '../../desk/permissions.ts';
import { RecordLayout } from '../../desk/record-layout.tsx';
import { RecordPage } from '../../desk/record-page.tsx';
import { useSave, type Tagged } from '../../desk/records.ts';
import { ValueBadge } from '../../desk/value-badge.tsx';
import classes from '../../desk/desk.module.css';
import { conversationsQuery } from '../conversations/conversations.ts';
import { ticketsQuery } from '../tickets/tickets.ts';
import { EditContact } from './contact-form.tsx';
import { contactQuery, type Contact, type ContactChange } from './contacts.ts';

const BACK = { to: '/contacts', label: 'Contacts' };
/** As many of each as a page of a contact shows. */
const SHOWN = 10;

export default function ContactPage() {
  return (
    <RecordPage noun="contact" back={BACK} queryOf={contactQuery}>
      {(tagged) => <ContactView tagged={tagged} />}
    </RecordPage>
  );
}

function ContactView({ tagged }: { tagged: Tagged<Contact> }) {
  const { record: contact } = tagged;
  const { id, name, email, phone, company } = contact;
  const api = usePublicApi();
  const { saveFrom } = useSave<Contact, ContactChange>({
    queryKey: contactQuery(api, id).queryKey,
    noun: 'contact',
    send: (body, header) =>
      api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id: id }, header }, body }),
  });
  const mayWrite = useCan('contacts:write');
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const title = name ?? email ?? phone ?? 'No name';
  return (
    <>
      <PageHeader
        title={title}
        back={BACK}
        description={company ?? undefined}
        actions={
          mayWrite && (
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<Icon name="delete" size={16} />}
                onClick={() => setDeleting(true)}
              >
                Delete
              </Button>
              <Button leftSection={<Icon name="edit" size={16} />} onClick={() => setEditing(true)}>
                Edit
              </Button>
            </Group>
          )
        }
      />
      <RecordLayout
        aside={
          <>
            <Fact label="E-mail address">{email ?? 'None'}</Fact>
            <Fact label="Phone">{phone ?? 'None'}</Fact>
            <Fact label="Company">{company ?? 'None'}</Fact>
            <CustomFields fields={contact.custom_fields} />
            <Fact label="Created">
              <TimeAgo at={contact.created_at} />
            </Fact>
            <IdFact id={id} />
          </>
        }
      >
        <ContactRecords id={id} />
      </RecordLayout>
      <EditContact latest={tagged} opened={isEditing} onClose={() => setEditing(false)} onSave={saveFrom} />
      <DeleteContact id={id} title={title} opened={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}

function ContactRecords({ id }: { id: string }) {
  const api = usePublicApi();
  const conversations = useInfiniteQuery(conversationsQuery(api, { contact: id }, SHOWN));
  const tickets = useInfiniteQuery(ticketsQuery(api, { contact: id }, SHOWN));
  return (
    <>
      <Panel title="Conversations">
        <RecordLinks
          resource="conversations"
          labels={CONVERSATION_STATUSES}
          query={conversations}
          none="No conversation with this contact."
        />
      </Panel>
      <Panel title="Tickets">
        <RecordLinks
          resource="tickets"
          labels={TICKET_STATUSES}
          query={tickets}
          none="No ticket of this contact."
        />
      </Panel>
      <HistoryPanel resource="contacts" id={id} />
    </>
  );
}

interface LinkedRecord {
  id: string;
  subject: string | null;
  status: string;
  updated_at: string;
}

interface RecordLinksProps {
  resource: 'tickets' | 'conversations';
  labels: Readonly<Record<string, Label>>;
  query: {
    data: { pages: readonly { data: readonly LinkedRecord[] }[] } | undefined;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
  none: string;
}

function RecordLinks({ resource, labels, query, none }: RecordLinksProps) {
  const records = query.data?.pages[0]?.data;
  if (records === undefined && query.error !== null)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (records === undefined || records.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {records === undefined ? 'Loading …' : none}
      </Text>
    );
  return (
    <ul className={classes.links}>
      {records.map(({ id, subject, status, updated_at: at }) => (
        <li key={id}>
          <Link to={`/${resource}/${id}`} className={classes.linkText}>
            {subject ?? 'No subject'}
          </Link>
          <ValueBadge labels={labels} value={status} />
          <TimeAgo at={at} />
        </li>
      ))}
    </ul>
  );
}

interface DeleteContactProps {
  id: string;
  title: string;
  opened: boolean;
  onClose: () => void;
}

function DeleteContact({ id, title, opened, onClose }: DeleteContactProps) {
  const api = usePublicApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await unwrap(api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } } }));
    notifyDone('The contact is deleted.');
    await navigate({ to: '/contacts' });
    client.removeQueries({ queryKey: [api.mode, 'contacts', id] });
    await client.invalidateQueries({ queryKey: [api.mode, 'contacts', 'list'] });
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${title}?`}
      action="Delete"
      onConfirm={remove}
    >
      Their conversations and tickets are kept, and show a deleted contact instead. This cannot be undone.
    </ConfirmDialog>
  );
}
