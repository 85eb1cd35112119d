import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../api/public.ts';
import { notifyDone, notifyFailure } from '../../app/notifications.ts';
import { usePublicApi } from '../../app/session.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { actionsColumn, CreateButton, RowMenu, RowName } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { mailboxesQuery, useInboxDirectory, type Mailbox } from '../../desk/directory.ts';
import { useCan } from '../../desk/permissions.ts';
import { ValueBadge } from '../../desk/value-badge.tsx';
import { budgetOf } from '../../live/request-budget.ts';
import { EditMailbox, NewMailbox } from './mailbox-form.tsx';
import { MAILBOX_STATUSES, transportText, whyBroken } from './mailbox-labels.ts';
import { MailboxTest } from './mailbox-test.tsx';
import { SandboxBadge } from './sandbox-addresses.tsx';
import { TabIntro } from './tab-intro.tsx';

type Choice =
  | { kind: 'add' }
  | { kind: 'edit' | 'delete'; mailbox: Mailbox }
  | { kind: 'test'; mailbox: Mailbox; isSaved: boolean };

/** No event tells that a mail was sent. */
const REFRESH_MS = 30_000;

export function MailboxesTab() {
  const api = usePublicApi();
  const mayManage = useCan('mailboxes:manage');
  const [choice, setChoice] = useState<Choice | null>(null);
  const query = useQuery({
    ...mailboxesQuery(api),
    refetchOnMount: 'always',
    refetchInterval: () => budgetOf(api.mode).intervalMs(REFRESH_MS),
  });
  const inboxes = useInboxDirectory();
  const add = mayManage && (
    <CreateButton onClick={() => setChoice({ kind: 'add' })}>Add mailbox</CreateButton>
  );
  const nameOfInbox = (id: string | null) =>
    id === null ? 'None' : (inboxes.items.find((inbox) => inbox.id === id)?.name ?? 'Another inbox');
  const isEmpty = query.data?.items.length === 0;
  return (
    <>
      <TabIntro action={!isEmpty && add}>
        A mailbox is an address of your company from which replies are sent. A new conversation gets that of
        its inbox; its properties can name another one.
      </TabIntro>
      <DataTable
        label="Mailboxes"
        columns={columnsOf(nameOfInbox, mayManage ? setChoice : null)}
        query={{ ...query, data: query.data && { data: query.data.items } }}
        empty={
          <EmptyState icon="mail" title="No mailboxes yet" {...(mayManage ? { action: add } : {})}>
            Until there is one, replies are recorded, not sent.
            {mayManage ? ' Add one by SMTP, Microsoft Graph or the sandbox.' : ' Ask an admin to add one.'}
          </EmptyState>
        }
      />
      <Dialogs choice={choice} onChoice={setChoice} />
    </>
  );
}

type Choose = (choice: Choice | null) => void;

function columnsOf(nameOfInbox: (id: string | null) => string, onChoice: Choose | null): Column<Mailbox>[] {
  const columns: Column<Mailbox>[] = [
    {
      title: 'Mailbox',
      untitled: true,
      render: ({ name, address }) => <RowName detail={address}>{name}</RowName>,
    },
    { title: 'Leaves by', render: ({ transport }) => <TransportCell transport={transport} /> },
    { title: 'Status', render: (mailbox) => <StatusCell mailbox={mailbox} /> },
    { title: 'Inbox', render: ({ inbox_id: id }) => nameOfInbox(id) },
    { title: 'Last sent', render: ({ last_sent_at: at }) => <TimeAgo at={at} fallback="Nothing yet" /> },
  ];
  if (onChoice === null) return columns;
  return [...columns, actionsColumn((mailbox) => <Actions mailbox={mailbox} onChoice={onChoice} />)];
}

function TransportCell({ transport }: Pick<Mailbox, 'transport'>) {
  if (transport.type === 'sandbox') return <SandboxBadge />;
  const { name, detail } = transportText(transport);
  return (
    <>
      <Text size="sm">{name}</Text>
      {detail !== null && (
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      )}
    </>
  );
}

function StatusCell({ mailbox }: { mailbox: Mailbox }) {
  const reason = whyBroken(mailbox);
  return (
    <>
      <ValueBadge labels={MAILBOX_STATUSES} value={mailbox.status} />
      {reason !== null && (
        <Text size="sm" c="dimmed" mt={4}>
          {reason}
        </Text>
      )}
    </>
  );
}

function Actions({ mailbox, onChoice }: { mailbox: Mailbox; onChoice: Choose }) {
  const setStatus = useSetStatus(mailbox);
  return (
    <RowMenu
      name={mailbox.name}
      items={[
        {
          icon: 'send',
          label: 'Test',
          onClick: () => onChoice({ kind: 'test', mailbox, isSaved: false }),
        },
        { icon: 'edit', label: 'Edit', onClick: () => onChoice({ kind: 'edit', mailbox }) },
        ...(mailbox.status === 'disconnected'
          ? [{ icon: 'refresh' as const, label: 'Try again now', onClick: () => setStatus('connected') }]
          : []),
        mailbox.status === 'disabled'
          ? { icon: 'play', label: 'Enable', onClick: () => setStatus('connected') }
          : { icon: 'block', label: 'Disable', onClick: () => setStatus('disabled') },
        { icon: 'delete', label: 'Delete', onClick: () => onChoice({ kind: 'delete', mailbox }) },
      ]}
    />
  );
}

function useSetStatus({ id, name, status: before }: Mailbox): (status: 'connected' | 'disabled') => void {
  const api = usePublicApi();
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (status: 'connected' | 'disabled') => {
      const params = { path: { mailbox_id: id } };
      return unwrap(api.PATCH('/v1/mailboxes/{mailbox_id}', { params, body: { status } }));
    },
    onSuccess: (_saved, status) => {
      if (status === 'disabled')
        notifyDone(`${name} is disabled. Its mails wait until it is enabled, for three days at most.`);
      else if (before === 'disabled') notifyDone(`${name} is enabled. What waited is sent now.`);
      else notifyDone(`${name} is tried again now.`);
    },
    onError: notifyFailure,
    onSettled: () => client.invalidateQueries({ queryKey: [api.mode, 'mailboxes'] }),
  });
  return mutate;
}

function Dialogs({ choice, onChoice }: { choice: Choice | null; onChoice: Choose }) {
  const api = usePublicApi();
  const client = useQueryClient();
  const close = () => onChoice(null);
  const test = (mailbox: Mailbox) => onChoice({ kind: 'test', mailbox, isSaved: true });
  const deleted = choice?.kind === 'delete' ? choice.mailbox : null;
  return (
    <>
      {choice?.kind === 'add' && <NewMailbox onClose={close} onSaved={test} />}
      {choice?.kind === 'edit' && <EditMailbox id={choice.mailbox.id} onClose={close} onSaved={test} />}
      {choice?.kind === 'test' && (
        <MailboxTest
          {...choice}
          onClose={close}
          onEdit={() => onChoice({ kind: 'edit', mailbox: choice.mailbox })}
        />
      )}
      <ConfirmDialog
        opened={deleted !== null}
        onClose={close}
        title={`Delete ${deleted?.name ?? ''}?`}
        action="Delete mailbox"
        onConfirm={async () => {
          if (deleted === null) return;
          const params = { path: { mailbox_id: deleted.id } };
          await unwrap(api.DELETE('/v1/mailboxes/{mailbox_id}', { params }));
          notifyDone(`${deleted.name} is deleted.`);
          await client.invalidateQueries({ queryKey: [api.mode, 'mailboxes'] });
        }}
      >
        Mails that still wait are not sent: their messages become “Not sent”. Its conversations keep their
        messages, but have no mailbox any more: replies there are recorded, not sent, until they get another
        one.
      </ConfirmDialog>
    </>
  );
}
