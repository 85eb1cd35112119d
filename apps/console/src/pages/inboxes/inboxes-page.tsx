import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap, type Schemas } from '../../api/public.ts';
import { notifyDone } from '../../app/notifications.ts';
import { useLiveApi, useSession } from '../../app/session.tsx';
import { refreshList, useList } from '../../app/use-list.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { actionsColumn, CreateButton, RowMenu, RowName } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { curlOf } from '../curl.ts';

type Inbox = Schemas['Inbox'];
type Choice = { kind: 'create' } | { kind: 'rename' | 'delete'; inbox: Inbox };

export default function InboxesPage() {
  const { base_url: baseUrl } = useSession();
  const api = useLiveApi();
  const [choice, setChoice] = useState<Choice | null>(null);
  const close = () => setChoice(null);
  const inboxes = useList('inboxes', {}, (page, signal) =>
    api.GET('/v1/inboxes', { params: { query: { page, per_page: 50 } }, signal }),
  );
  const create = <CreateButton onClick={() => setChoice({ kind: 'create' })}>Create inbox</CreateButton>;
  return (
    <>
      <PageHeader
        title="Inboxes"
        description="Groups of tickets and conversations, such as those of one product or language. Live and test data have the same inboxes."
        actions={create}
      />
      <DataTable
        label="Inboxes"
        columns={columnsOf(setChoice)}
        query={inboxes}
        empty={
          <EmptyState
            icon="inbox"
            title="No inboxes yet"
            action={create}
            curl={curlOf(baseUrl, '$PARLEY_KEY', '/v1/tickets', {
              subject: 'Printer on fire',
              inbox_id: 'inbox_…',
            })}
          >
            Create one, then name it when you create a ticket.
          </EmptyState>
        }
      />
      {(choice?.kind === 'create' || choice?.kind === 'rename') && (
        <InboxDialog inbox={choice.kind === 'rename' ? choice.inbox : null} onClose={close} />
      )}
      <ConfirmDialog
        opened={choice?.kind === 'delete'}
        onClose={close}
        title={`Delete ${choice?.kind === 'delete' ? choice.inbox.name : ''}?`}
        action="Delete inbox"
        onConfirm={async () => {
          if (choice?.kind !== 'delete') return;
          const path = { inbox_id: choice.inbox.id };
          await unwrap(api.DELETE('/v1/inboxes/{inbox_id}', { params: { path } }));
          notifyDone(`${choice.inbox.name} is deleted.`);
          await refreshList('inboxes');
        }}
      >
        An inbox that still contains tickets, live or test, is not deleted: move them first.
      </ConfirmDialog>
    </>
  );
}

function InboxDialog({ inbox, onClose }: { inbox: Inbox | null; onClose: () => void }) {
  const [name, setName] = useState(inbox?.name ?? '');
  const api = useLiveApi();
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim() };
      if (inbox === null) return unwrap(api.POST('/v1/inboxes', { body }));
      const params = { path: { inbox_id: inbox.id } };
      return unwrap(api.PATCH('/v1/inboxes/{inbox_id}', { params, body }));
    },
    onSuccess: async () => {
      notifyDone(inbox === null ? 'The inbox is created.' : 'The inbox is renamed.');
      onClose();
      await refreshList('inboxes');
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={inbox === null ? 'Create an inbox' : `Rename ${inbox.name}`}
      action={inbox === null ? 'Create inbox' : 'Save'}
      submission={save}
      fields={['name']}
    >
      <TextInput
        label="Name"
        value={name}
        error={fieldErrors(save.error)['name']}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}

function columnsOf(onChoice: (choice: Choice) => void): Column<Inbox>[] {
  return [
    {
      title: 'Inbox',
      untitled: true,
      render: ({ id, name }) => (
        <RowName detail={id} mono>
          {name}
        </RowName>
      ),
    },
    { title: 'Created', render: (inbox) => <TimeAgo at={inbox.created_at} /> },
    actionsColumn((inbox) => (
      <RowMenu
        name={inbox.name}
        items={[
          { icon: 'edit', label: 'Rename', onClick: () => onChoice({ kind: 'rename', inbox }) },
          { icon: 'delete', label: 'Delete', onClick: () => onChoice({ kind: 'delete', inbox }) },
        ]}
      />
    )),
  ];
}
