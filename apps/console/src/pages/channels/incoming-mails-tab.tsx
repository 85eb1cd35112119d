import { Group, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiFailure } from '../../api/errors.ts';
import { unwrap } from '../../api/public.ts';
import { download } from '../../app/download.ts';
import { useQueryValues } from '../../app/location.ts';
import { notifyDone, notifyFailure } from '../../app/notifications.ts';
import { usePublicApi } from '../../app/session.tsx';
import { refreshList } from '../../app/use-list.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { actionsColumn, RowMenu, RowName } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { FilterMenu } from '../../desk/filter-menu.tsx';
import { optionsOf } from '../../desk/labels.ts';
import { ValueBadge } from '../../desk/value-badge.tsx';
import {
  INCOMING_STATUSES,
  incomingMailsKey,
  incomingMailsQuery,
  mailName,
  type IncomingMail,
} from './incoming-mails.ts';
import { SENDER_RULES } from './sender-rules-tab.tsx';
import { TabIntro } from './tab-intro.tsx';

/** Mails that arrived, and what became of them: also of those that are no message. */
export function IncomingMailsTab() {
  const api = usePublicApi();
  const [{ status }, change] = useQueryValues();
  const [discarded, setDiscarded] = useState<IncomingMail | null>(null);
  const query = useInfiniteQuery(incomingMailsQuery(api, status === undefined ? {} : { status }));
  return (
    <>
      <TabIntro>
        Every mail that arrived at a mailbox, and what became of it. One that is held back is no message until
        it is released.
      </TabIntro>
      <Group mb="md">
        <FilterMenu
          label="Status"
          options={optionsOf(INCOMING_STATUSES)}
          value={status}
          onChange={(next) => change({ status: next })}
        />
      </Group>
      <DataTable
        label="Incoming mails"
        columns={columnsOf(setDiscarded)}
        query={query}
        empty={<NoMails isFiltered={status !== undefined} />}
      />
      <DiscardDialog mail={discarded} onClose={() => setDiscarded(null)} />
    </>
  );
}

function NoMails({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState icon="search" title="No mail matches">
        Choose another status.
      </EmptyState>
    );
  return (
    <EmptyState icon="mail" title="No mails yet">
      What arrives at the address of a mailbox appears here, whatever becomes of it.
    </EmptyState>
  );
}

type Discard = (mail: IncomingMail) => void;

function columnsOf(onDiscard: Discard): Column<IncomingMail>[] {
  return [
    { title: 'Mail', untitled: true, render: (mail) => <MailCell mail={mail} /> },
    { title: 'To', render: ({ to }) => to.join(', ') },
    { title: 'Status', render: (mail) => <StatusCell mail={mail} /> },
    { title: 'Received', render: ({ received_at: at }) => <TimeAgo at={at} /> },
    actionsColumn((mail) => <Actions mail={mail} onDiscard={onDiscard} />),
  ];
}

function MailCell({ mail }: { mail: IncomingMail }) {
  const { conversation_id: id, from, subject } = mail;
  const name = mailName(mail);
  const sender = from === null || subject === null ? undefined : (from.name ?? from.address);
  const detail = sender === undefined || sender === from?.address ? sender : `${sender}, ${from?.address}`;
  return (
    <RowName {...(detail === undefined ? {} : { detail })}>
      {id === null ? name : <Link to={`/conversations/${id}`}>{name}</Link>}
    </RowName>
  );
}

function StatusCell({ mail: { status, reason } }: { mail: IncomingMail }) {
  return (
    <>
      <ValueBadge labels={INCOMING_STATUSES} value={status} />
      {reason !== null && (
        <Text size="sm" c="dimmed" mt={4} maw="26rem">
          {reason.message}
        </Text>
      )}
    </>
  );
}

function Actions({ mail, onDiscard }: { mail: IncomingMail; onDiscard: Discard }) {
  const { status, source_url: source, from, reason } = mail;
  const block = useBlockSender();
  const read = useReadAgain(mail);
  const openSource = useSource(mail);
  const isHeld = status === 'quarantined';
  const items = [
    ...(isHeld ? [{ icon: 'check' as const, label: 'Release', onClick: () => read('release') }] : []),
    ...(status === 'failed' && source !== null
      ? [{ icon: 'refresh' as const, label: 'Retry', onClick: () => read('retry') }]
      : []),
    ...(isHeld && from !== null && reason?.code !== 'blocked'
      ? [{ icon: 'block' as const, label: 'Block sender', onClick: () => block(from.address) }]
      : []),
    ...(source === null ? [] : [{ icon: 'file' as const, label: 'Download source', onClick: openSource }]),
    ...(isHeld || status === 'failed'
      ? [{ icon: 'delete' as const, label: 'Discard', onClick: () => onDiscard(mail) }]
      : []),
  ];
  return items.length === 0 ? null : <RowMenu name={mailName(mail)} items={items} />;
}

type Again = 'release' | 'retry';

/** Has a mail read again. */
function useReadAgain({ id }: IncomingMail): (how: Again) => void {
  const api = usePublicApi();
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (how: Again) => {
      const params = { path: { incoming_mail_id: id } };
      return unwrap(
        how === 'release'
          ? api.POST('/v1/incoming_mails/{incoming_mail_id}/release', { params })
          : api.POST('/v1/incoming_mails/{incoming_mail_id}/retry', { params }),
      );
    },
    onSuccess: (_mail, how) =>
      notifyDone(
        how === 'release' ? 'The mail is released: it is a message soon.' : 'The mail is read again.',
      ),
    onError: notifyFailure,
    onSettled: () => client.invalidateQueries({ queryKey: incomingMailsKey(api) }),
  });
  return mutate;
}

/** The mail stays where it is: the rule is for those that arrive. */
function useBlockSender(): (sender: string) => void {
  const api = usePublicApi();
  const { mutate } = useMutation({
    mutationFn: (sender: string) =>
      unwrap(api.POST('/v1/sender_rules', { body: { sender, action: 'block' } })),
    onSuccess: async ({ data }) => {
      notifyDone(`${data.sender} is blocked.`);
      await refreshList(SENDER_RULES);
    },
    onError: notifyFailure,
  });
  return mutate;
}

/** Links expire, so each download asks for a new one. */
function useSource({ id }: IncomingMail): () => void {
  const api = usePublicApi();
  const { mutate } = useMutation({
    mutationFn: async () => {
      const params = { path: { incoming_mail_id: id } };
      const { data } = await unwrap(api.GET('/v1/incoming_mails/{incoming_mail_id}', { params }));
      if (data.source_url === null) throw new ApiFailure(404, null);
      return data.source_url;
    },
    onSuccess: (url) => download(url, `${id}.eml`),
    onError: notifyFailure,
  });
  return mutate;
}

function DiscardDialog({ mail, onClose }: { mail: IncomingMail | null; onClose: () => void }) {
  const api = usePublicApi();
  const client = useQueryClient();
  return (
    <ConfirmDialog
      opened={mail !== null}
      onClose={onClose}
      title="Discard this mail?"
      action="Discard mail"
      onConfirm={async () => {
        if (mail === null) return;
        const params = { path: { incoming_mail_id: mail.id } };
        await unwrap(api.POST('/v1/incoming_mails/{incoming_mail_id}/discard', { params }));
        notifyDone('The mail is discarded.');
        await client.invalidateQueries({ queryKey: incomingMailsKey(api) });
      }}
    >
      “{mail === null ? '' : mailName(mail)}” and its source are deleted, and a copy of it that arrives later
      is ignored.
    </ConfirmDialog>
  );
}
