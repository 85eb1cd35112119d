import { Select, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap, type Schemas } from '../../api/public.ts';
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
import type { Label } from '../../desk/labels.ts';
import { ValueBadge } from '../../desk/value-badge.tsx';
import { TabIntro } from './tab-intro.tsx';

type SenderRule = Schemas['SenderRule'];
type Action = Schemas['CreateSenderRuleRequest']['action'];

export const SENDER_RULES = 'sender_rules';

const ACTIONS: Readonly<Record<string, Label>> = {
  block: { text: 'Held back', tone: 'danger' },
  allow: { text: 'Never spam', tone: 'success' },
};
const ORIGINS: Readonly<Record<string, string>> = {
  manual: 'An admin',
  released: 'A mail was released',
};

/** Whose mails are held back when they arrive, and whose are not. */
export function SenderRulesTab() {
  const api = usePublicApi();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<SenderRule | null>(null);
  const query = useList(SENDER_RULES, {}, (page, signal) =>
    api.GET('/v1/sender_rules', { params: { query: { page, per_page: 50 } }, signal }),
  );
  const add = <CreateButton onClick={() => setAdding(true)}>Add sender</CreateButton>;
  return (
    <>
      <TabIntro action={add}>
        Mails of a blocked sender are held back. Those of an allowed one are not taken for spam or a flood: to
        release such a mail allows its sender.
      </TabIntro>
      <DataTable
        label="Senders"
        columns={columnsOf(setRemoved)}
        query={query}
        empty={
          <EmptyState icon="block" title="No senders">
            Mails are held back only if they look like spam or a flood.
          </EmptyState>
        }
      />
      {isAdding && <AddSender onClose={() => setAdding(false)} />}
      <ConfirmDialog
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Remove ${removed?.sender ?? ''}?`}
        action="Remove"
        isDangerous={false}
        onConfirm={async () => {
          if (removed === null) return;
          const params = { path: { sender_rule_id: removed.id } };
          await unwrap(api.DELETE('/v1/sender_rules/{sender_rule_id}', { params }));
          notifyDone(`${removed.sender} is a sender like others.`);
          await refreshList(SENDER_RULES);
        }}
      >
        What is held back stays so until it is released.
      </ConfirmDialog>
    </>
  );
}

function columnsOf(onRemove: (rule: SenderRule) => void): Column<SenderRule>[] {
  return [
    {
      title: 'Sender',
      untitled: true,
      render: ({ sender }) => (
        <Text size="sm" fw={600}>
          {sender}
        </Text>
      ),
    },
    { title: 'Its mails', render: ({ action }) => <ValueBadge labels={ACTIONS} value={action} /> },
    { title: 'Because of', render: ({ origin }) => ORIGINS[origin] ?? origin },
    { title: 'Since', render: ({ created_at: at }) => <TimeAgo at={at} /> },
    actionsColumn((rule) => (
      <RowButton label={`Remove ${rule.sender}`} onClick={() => onRemove(rule)}>
        Remove
      </RowButton>
    )),
  ];
}

function AddSender({ onClose }: { onClose: () => void }) {
  const api = usePublicApi();
  const { keyFor, done } = useIdempotencyKey();
  const [sender, setSender] = useState('');
  const [action, setAction] = useState<Action>('block');
  const create = useMutation({
    mutationFn: () => {
      const body = { sender: sender.trim(), action };
      const header = { 'Idempotency-Key': keyFor(body) };
      return unwrap(api.POST('/v1/sender_rules', { params: { header }, body }));
    },
    onSuccess: async ({ data }) => {
      done();
      notifyDone(data.action === 'block' ? `${data.sender} is blocked.` : `${data.sender} is allowed.`);
      onClose();
      await refreshList(SENDER_RULES);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Add a sender"
      action="Add sender"
      submission={create}
      fields={['sender', 'action']}
    >
      <TextInput
        label="Address or domain"
        description="A domain includes those below it."
        placeholder="news.example.com"
        required
        maxLength={320}
        autoComplete="off"
        value={sender}
        error={fieldErrors(create.error)['sender']}
        onChange={({ currentTarget }) => setSender(currentTarget.value)}
        data-autofocus
      />
      <Select
        label="Its mails"
        data={[
          { value: 'block', label: 'Hold them back' },
          { value: 'allow', label: 'Never take them for spam' },
        ]}
        value={action}
        allowDeselect={false}
        onChange={(value) => setAction(value === 'allow' ? 'allow' : 'block')}
      />
    </FormDialog>
  );
}
