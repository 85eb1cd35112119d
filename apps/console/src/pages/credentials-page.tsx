import type { Grant } from '@parley/contracts';
import { Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { notifyDone } from '../app/notifications.ts';
import { useSession } from '../app/session.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { CopyOnce } from '../components/copy-once.tsx';
import { DataTable, type Column, type ListQuery } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { actionsColumn, CreateButton, RowButton, RowName } from '../components/row-actions.tsx';
import { summarizeScopes } from '../components/scopes.ts';
import { StatusBadge, type Tone } from '../components/status-badge.tsx';
import { ageLabel } from '../components/time.ts';
import { TimeAgo } from '../components/time-ago.tsx';
import { CreateCredential, type CreatedCredential } from './create-credential.tsx';
import { curlOf, firstCurl } from './curl.ts';

interface Credential {
  id: string;
  name: string;
  scopes: readonly Grant[];
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

interface CredentialsPageProps<Row extends Credential> {
  title: string;
  description: string;
  noun: 'key' | 'token';
  /** What the token of a new one is called. */
  label: string;
  list: ListQuery<Row> & { data: { data: readonly Row[] } | undefined };
  refresh: () => Promise<void>;
  /** What is said where there are none, and the variable that the first command takes one from. */
  empty: { text: string; variable: string };
  /** How one begins and ends, by which its owner recognizes it. */
  hintOf: (row: Row) => string;
  badges?: (row: Row) => ReactNode;
  creatorOf?: (row: Row) => string;
  revoke: (row: Row) => Promise<unknown>;
  consequences: (row: Row | null) => ReactNode;
  children?: ReactNode;
}

export function CredentialsPage<Row extends Credential>(props: CredentialsPageProps<Row>) {
  const { title, description, noun, label, list, refresh, empty, children } = props;
  const { base_url: baseUrl } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedCredential | null>(null);
  const [revoking, setRevoking] = useState<Row | null>(null);
  const create = <CreateButton onClick={() => setCreating(true)}>Create {noun}</CreateButton>;
  return (
    <>
      <PageHeader title={title} description={description} actions={create} />
      <DataTable
        label={title}
        columns={columnsOf(props, setRevoking)}
        query={list}
        empty={
          <EmptyState
            icon={noun}
            title={`No ${noun}s yet`}
            action={create}
            curl={curlOf(baseUrl, empty.variable, '/v1/me')}
          >
            {empty.text}
          </EmptyState>
        }
      />
      {(list.data?.data.length ?? 0) > 0 && children}
      <CreateCredential
        noun={noun}
        opened={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(made) => {
          setCreating(false);
          setCreated(made);
          void refresh();
        }}
      />
      <CopyOnce
        secrets={created === null ? null : [{ label, value: created.token }]}
        title={`Your new ${noun}`}
        onClose={() => setCreated(null)}
      >
        {created !== null && (
          <CodeBlock label="Try it" code={firstCurl(baseUrl, created.token, created.scopes)} />
        )}
      </CopyOnce>
      <RevokeDialog {...props} revoked={revoking} onClose={() => setRevoking(null)} />
    </>
  );
}

interface RevokeDialogProps<Row extends Credential> extends CredentialsPageProps<Row> {
  revoked: Row | null;
  onClose: () => void;
}

function RevokeDialog<Row extends Credential>(props: RevokeDialogProps<Row>) {
  const { revoked, onClose, noun, revoke, refresh, consequences } = props;
  return (
    <ConfirmDialog
      opened={revoked !== null}
      onClose={onClose}
      title={`Revoke ${revoked?.name ?? ''}?`}
      action="Revoke"
      onConfirm={async () => {
        if (revoked === null) return;
        await revoke(revoked);
        notifyDone(`The ${noun} is revoked: requests with it fail from now on.`);
        await refresh();
      }}
    >
      Requests with this {noun} fail at once with 401, and it cannot be taken back. {consequences(revoked)}
    </ConfirmDialog>
  );
}

function columnsOf<Row extends Credential>(
  { hintOf, badges, creatorOf }: CredentialsPageProps<Row>,
  onRevoke: (row: Row) => void,
): Column<Row>[] {
  return [
    {
      title: 'Name',
      untitled: true,
      render: (row) => (
        <RowName detail={hintOf(row)} mono>
          {row.name}
        </RowName>
      ),
    },
    {
      title: 'Status',
      render: (row) => {
        const { tone, label } = credentialState(row, Date.now());
        return (
          <Group gap={6}>
            <StatusBadge tone={tone}>{label}</StatusBadge>
            {badges?.(row)}
          </Group>
        );
      },
    },
    {
      title: 'Scopes',
      render: ({ scopes }) => <span title={scopes.join(', ')}>{summarizeScopes(scopes)}</span>,
    },
    { title: 'Last used', render: (row) => <TimeAgo at={row.last_used_at} /> },
    {
      title: 'Created',
      render: (row) => (
        <>
          <TimeAgo at={row.created_at} />
          {creatorOf !== undefined && (
            <Text size="sm" c="dimmed">
              {creatorOf(row)}
            </Text>
          )}
        </>
      ),
    },
    actionsColumn(
      (row) =>
        row.revoked_at === null && (
          <RowButton label={`Revoke ${row.name}`} onClick={() => onRevoke(row)}>
            Revoke
          </RowButton>
        ),
    ),
  ];
}

/** An expiry is announced for this long. */
const SOON_MS = 7 * 86_400_000;

/** What a credential is worth at a time, in milliseconds. */
function credentialState(
  { expires_at: expiresAt, revoked_at: revokedAt }: Pick<Credential, 'expires_at' | 'revoked_at'>,
  now: number,
): { tone: Tone; label: string } {
  if (revokedAt !== null) return { tone: 'neutral', label: 'Revoked' };
  if (expiresAt === null) return { tone: 'success', label: 'Active' };
  const expiry = new Date(expiresAt);
  if (expiry.getTime() <= now) return { tone: 'neutral', label: 'Expired' };
  const tone = expiry.getTime() - now < SOON_MS ? 'warning' : 'success';
  return { tone, label: `Expires ${ageLabel(expiry, now)}` };
}
