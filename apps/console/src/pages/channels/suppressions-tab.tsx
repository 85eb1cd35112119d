import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap, type Schemas } from '../../api/public.ts';
import { useQueryValues } from '../../app/location.ts';
import { notifyDone } from '../../app/notifications.ts';
import { usePublicApi } from '../../app/session.tsx';
import { refreshList, useList } from '../../app/use-list.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { actionsColumn, CreateButton, RowButton } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { useIdempotencyKey } from '../../desk/idempotency.ts';
import { TabIntro } from './tab-intro.tsx';

type Suppression = Schemas['Suppression'];

const LIST = 'suppressions';

const REASONS: Readonly<Record<string, string>> = {
  bounced: 'A server said that it does not exist',
  complained: 'Its owner reported a mail as spam',
  manual: 'Blocked by an admin',
};

export function SuppressionsTab() {
  const api = usePublicApi();
  const [{ address }, change] = useQueryValues();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Suppression | null>(null);
  const query = useList(LIST, { address }, (page, signal) => {
    const filter = address === undefined ? {} : { address };
    return api.GET('/v1/suppressions', { params: { query: { page, per_page: 50, ...filter } }, signal });
  });
  const add = <CreateButton onClick={() => setAdding(true)}>Block address</CreateButton>;
  return (
    <>
      <TabIntro action={add}>
        No mail is sent to these addresses: a reply to one becomes “Not sent”. An address that does not exist
        is blocked by itself, for 90 days.
      </TabIntro>
      <Find key={address} address={address} onFind={(next) => change({ address: next })} />
      <DataTable
        label="Blocked addresses"
        columns={columnsOf(setRemoved)}
        query={query}
        empty={
          address === undefined ? (
            <EmptyState icon="block" title="No blocked addresses">
              Mail is sent to every address.
            </EmptyState>
          ) : (
            <EmptyState icon="search" title={`${address} is not blocked`}>
              Mail to it is sent.
            </EmptyState>
          )
        }
      />
      {isAdding && <BlockAddress onClose={() => setAdding(false)} />}
      <ConfirmDialog
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Send mail to ${removed?.address ?? ''} again?`}
        action="Unblock"
        isDangerous={false}
        onConfirm={async () => {
          if (removed === null) return;
          const params = { path: { suppression_id: removed.id } };
          await unwrap(api.DELETE('/v1/suppressions/{suppression_id}', { params }));
          notifyDone(`${removed.address} is not blocked any more.`);
          await refreshList(LIST);
        }}
      >
        {removed?.reason === 'bounced'
          ? 'If it still does not exist, it is blocked again with the next mail.'
          : 'What was not sent stays so: send it again in its conversation.'}
      </ConfirmDialog>
    </>
  );
}

function columnsOf(onRemove: (suppression: Suppression) => void): Column<Suppression>[] {
  return [
    {
      title: 'Address',
      untitled: true,
      render: ({ address }) => (
        <Text size="sm" fw={600}>
          {address}
        </Text>
      ),
    },
    { title: 'Why', render: ({ reason }) => REASONS[reason] ?? reason },
    { title: 'Since', render: ({ created_at: at }) => <TimeAgo at={at} /> },
    { title: 'Ends', render: ({ expires_at: at }) => <TimeAgo at={at} fallback="Not by itself" /> },
    actionsColumn((suppression) => (
      <RowButton label={`Unblock ${suppression.address}`} onClick={() => onRemove(suppression)}>
        Unblock
      </RowButton>
    )),
  ];
}

interface FindProps {
  address: string | undefined;
  onFind: (address: string | undefined) => void;
}

/** Finds one address, by all of it. */
function Find({ address, onFind }: FindProps) {
  const [text, setText] = useState(address ?? '');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onFind(text.trim() === '' ? undefined : text.trim());
  };
  return (
    <form onSubmit={submit} role="search" noValidate>
      <Group gap="xs" mb="md">
        <TextInput
          aria-label="Find an address"
          placeholder="gone@example.com"
          type="search"
          flex="1 1 12rem"
          maw="22rem"
          maxLength={320}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Find
        </Button>
        {address !== undefined && (
          <Button variant="subtle" onClick={() => onFind(undefined)}>
            Show all
          </Button>
        )}
      </Group>
    </form>
  );
}

function BlockAddress({ onClose }: { onClose: () => void }) {
  const api = usePublicApi();
  const { keyFor, done } = useIdempotencyKey();
  const [address, setAddress] = useState('');
  const create = useMutation({
    mutationFn: () => {
      const body = { address: address.trim() };
      const header = { 'Idempotency-Key': keyFor(body) };
      return unwrap(api.POST('/v1/suppressions', { params: { header }, body }));
    },
    onSuccess: async ({ data }) => {
      done();
      notifyDone(`${data.address} is blocked.`);
      onClose();
      await refreshList(LIST);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Block an address"
      action="Block address"
      submission={create}
      fields={['address']}
    >
      <TextInput
        label="Address"
        description="No mail is sent to it until somebody unblocks it."
        required
        type="email"
        maxLength={320}
        autoComplete="off"
        value={address}
        error={fieldErrors(create.error)['address']}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
