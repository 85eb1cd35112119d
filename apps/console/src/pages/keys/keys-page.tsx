import { List } from '@mantine/core';
import { callConsole } from '../../api/console.ts';
import { refreshConsole, useConsole } from '../../app/use-console.ts';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { CredentialsPage } from '../credentials-page.tsx';

const EMPTY = {
  text: 'Create one with the scopes that your program needs. A test key works on test data, so you can try everything without touching live records.',
  variable: '$PARLEY_KEY',
};

export default function KeysPage() {
  return (
    <CredentialsPage
      title="API keys"
      description="Keys let your servers call the API in the name of the workspace. They stay when the member who made them leaves."
      noun="key"
      label="API key"
      list={useConsole('key.list', {})}
      refresh={() => refreshConsole('key.list')}
      empty={EMPTY}
      hintOf={({ mode, last4 }) => `sk_${mode}_…${last4}`}
      badges={({ mode }) => mode === 'test' && <StatusBadge tone="warning">Test</StatusBadge>}
      creatorOf={({ created_by: creator }) => creator.name}
      revoke={({ id }) => callConsole('key.revoke', { params: { key_id: id } })}
      consequences={(key) => (
        <>
          It was last used <TimeAgo at={key?.last_used_at} />. Webhooks that it created stay, since they
          belong to the workspace.
        </>
      )}
    >
      <Panel title="Rotate a key without downtime">
        <List type="ordered" size="sm" spacing={6}>
          <List.Item>Create a second key with the same scopes.</List.Item>
          <List.Item>Give it to your program in place of the first one.</List.Item>
          <List.Item>Wait until “Last used” of the first key no longer changes.</List.Item>
          <List.Item>Revoke the first key. Nothing calls the API with it any more.</List.Item>
        </List>
      </Panel>
    </CredentialsPage>
  );
}
