import { Anchor, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap, type Schemas } from '../../api/public.ts';
import { notifyDone } from '../../app/notifications.ts';
import { usePublicApi, useSession } from '../../app/session.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FormDialog, textFields } from '../../components/form-dialog.tsx';
import { actionsColumn, CreateButton, RowMenu, RowName } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { connectionsQuery, useInboxDirectory, type Connection } from '../../desk/directory.ts';
import { useIdempotencyKey } from '../../desk/idempotency.ts';
import { CONNECTION_TYPES, labelOf, optionsOf } from '../../desk/labels.ts';
import { useCan } from '../../desk/permissions.ts';
import { InboxSelect } from './inbox-select.tsx';
import { TabIntro } from './tab-intro.tsx';

type Choice = { kind: 'add' } | { kind: 'edit' | 'delete'; connection: Connection };

export function ConnectionsTab() {
  const { base_url: baseUrl } = useSession();
  const api = usePublicApi();
  const mayManage = useCan('mailboxes:manage');
  const [choice, setChoice] = useState<Choice | null>(null);
  const query = useQuery({ ...connectionsQuery(api), refetchOnMount: 'always' });
  const add = mayManage && (
    <CreateButton onClick={() => setChoice({ kind: 'add' })}>Add connection</CreateButton>
  );
  const guide = (
    <Anchor href={`${baseUrl}/docs/guides/channels`} target="_blank" rel="noopener">
      how to attach a channel
    </Anchor>
  );
  return (
    <>
      <TabIntro action={query.data?.items.length !== 0 && add}>
        A connection is another channel, such as SMS or a chat, which a program of yours attaches over the
        API: {guide}.
      </TabIntro>
      <DataTable
        label="Connections"
        columns={useColumns(mayManage ? setChoice : null)}
        query={{ ...query, data: query.data && { data: query.data.items } }}
        empty={
          <EmptyState icon="link" title="No connections yet" {...(mayManage ? { action: add } : {})}>
            {mayManage
              ? 'Add one, then give its ID to the program that attaches the channel.'
              : 'An admin can add one.'}
          </EmptyState>
        }
      />
      <Dialogs choice={choice} onClose={() => setChoice(null)} />
    </>
  );
}

function useColumns(onChoice: ((choice: Choice) => void) | null): Column<Connection>[] {
  const inboxes = useInboxDirectory();
  const columns: Column<Connection>[] = [
    {
      title: 'Connection',
      untitled: true,
      render: ({ name, id }) => (
        <RowName detail={id} mono>
          {name}
        </RowName>
      ),
    },
    { title: 'Channel', render: ({ type }) => labelOf(CONNECTION_TYPES, type).text },
    {
      title: 'Inbox',
      render: ({ inbox_id: id }) =>
        id === null ? 'None' : (inboxes.items.find((inbox) => inbox.id === id)?.name ?? 'Another inbox'),
    },
    { title: 'Created', render: ({ created_at: at }) => <TimeAgo at={at} /> },
  ];
  if (onChoice === null) return columns;
  return [
    ...columns,
    actionsColumn((connection) => (
      <RowMenu
        name={connection.name}
        items={[
          { icon: 'edit', label: 'Edit', onClick: () => onChoice({ kind: 'edit', connection }) },
          { icon: 'delete', label: 'Delete', onClick: () => onChoice({ kind: 'delete', connection }) },
        ]}
      />
    )),
  ];
}

function Dialogs({ choice, onClose }: { choice: Choice | null; onClose: () => void }) {
  const api = usePublicApi();
  const client = useQueryClient();
  const deleted = choice?.kind === 'delete' ? choice.connection : null;
  return (
    <>
      {(choice?.kind === 'add' || choice?.kind === 'edit') && (
        <ConnectionDialog connection={choice.kind === 'edit' ? choice.connection : null} onClose={onClose} />
      )}
      <ConfirmDialog
        opened={deleted !== null}
        onClose={onClose}
        title={`Delete ${deleted?.name ?? ''}?`}
        action="Delete connection"
        onConfirm={async () => {
          if (deleted === null) return;
          const params = { path: { connection_id: deleted.id } };
          await unwrap(api.DELETE('/v1/connections/{connection_id}', { params }));
          notifyDone(`${deleted.name} is deleted.`);
          await client.invalidateQueries({ queryKey: [api.mode, 'connections'] });
        }}
      >
        Its program can post no messages any more. Its conversations keep theirs, and replies there are
        recorded, not sent. Replies that wait for a report of their delivery stay as they are.
      </ConfirmDialog>
    </>
  );
}

interface Fields {
  name: string;
  type: Schemas['ConnectionType'];
  inbox_id: string | null;
}

function ConnectionDialog({ connection, onClose }: { connection: Connection | null; onClose: () => void }) {
  const api = usePublicApi();
  const client = useQueryClient();
  const { keyFor, done } = useIdempotencyKey();
  const [form, setForm] = useState<Fields>({
    name: connection?.name ?? '',
    type: (connection?.type ?? 'custom') as Fields['type'],
    inbox_id: connection?.inbox_id ?? null,
  });
  const save = useMutation({
    mutationFn: () => {
      const { type, inbox_id } = form;
      const fields = { name: form.name.trim(), inbox_id };
      if (connection === null) {
        const body = { ...fields, type };
        const header = { 'Idempotency-Key': keyFor(body) };
        return unwrap(api.POST('/v1/connections', { params: { header }, body }));
      }
      const params = { path: { connection_id: connection.id } };
      return unwrap(api.PATCH('/v1/connections/{connection_id}', { params, body: fields }));
    },
    onSuccess: async ({ data }) => {
      done();
      notifyDone(`${data.name} is ${connection === null ? 'added' : 'saved'}.`);
      onClose();
      await client.invalidateQueries({ queryKey: [api.mode, 'connections'] });
    },
  });
  const errors = fieldErrors(save.error);
  return (
    <FormDialog
      onClose={onClose}
      title={connection === null ? 'Add a connection' : `Edit ${connection.name}`}
      action={connection === null ? 'Add connection' : 'Save'}
      submission={save}
      fields={['name', 'type', 'inbox_id']}
    >
      <TextInput
        label="Name"
        placeholder="SMS Germany"
        required
        maxLength={255}
        data-autofocus
        {...textFields(form, setForm, save.error)('name')}
      />
      {connection === null && (
        <Select
          label="Channel"
          data={optionsOf(CONNECTION_TYPES)}
          value={form.type}
          error={errors['type']}
          allowDeselect={false}
          onChange={(type) => setForm({ ...form, type: type as Fields['type'] })}
        />
      )}
      <InboxSelect
        description="Where its new conversations are"
        value={form.inbox_id}
        error={errors['inbox_id']}
        onChange={(inbox_id) => setForm({ ...form, inbox_id })}
      />
    </FormDialog>
  );
}
