import type { ConsoleAuditEntry } from '@parley/contracts/console';
import { Group, MultiSelect, Select, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callConsole } from '../../api/console.ts';
import { useQueryValues } from '../../app/location.ts';
import { CodeBlock, indentedJson } from '../../components/code-block.tsx';
import { useConsole } from '../../app/use-console.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RowName } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { useMembers } from '../../desk/directory.ts';
import { AUDIT_GROUPS, auditLabel, detailsLabel } from './audit-labels.ts';

const DAY_MS = 86_400_000;

export default function AuditLogPage() {
  const [values, change] = useQueryValues();
  const types = (values['type'] ?? '').split(',').filter((type) => type !== '');
  const filters = {
    type: types.length === 0 ? undefined : types.join(','),
    actor: values['actor'],
    created_after: instantOf(values['from'], 0),
    created_before: instantOf(values['to'], DAY_MS),
  };
  const entries = useInfiniteQuery({
    queryKey: ['console', 'audit.list', filters],
    queryFn: ({ pageParam, signal }) =>
      callConsole('audit.list', { query: { ...filters, cursor: pageParam } as never }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who did what to credentials, sign-ins and the administration of the workspace, and from where. Entries cannot be changed."
      />
      <Group align="flex-end" mb="md" gap="sm">
        <MultiSelect
          label="Actions"
          placeholder={types.length === 0 ? 'All' : ''}
          data={AUDIT_GROUPS}
          value={types}
          onChange={(chosen) => change({ type: chosen.join(',') })}
          searchable
          clearable
          miw={220}
          maw={420}
        />
        <ActorFilter value={values['actor']} onChange={(actor) => change({ actor })} />
        <TextInput
          label="From"
          type="date"
          value={values['from'] ?? ''}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          label="To"
          type="date"
          value={values['to'] ?? ''}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
      </Group>
      <DataTable
        label="Audit log"
        columns={COLUMNS}
        query={entries}
        empty={
          <EmptyState icon="log" title={isFiltered ? 'No entry matches' : 'Nothing has happened yet'}>
            {isFiltered
              ? 'Remove a filter to see more.'
              : 'Sign-ins, new keys and changes of members are recorded here.'}
          </EmptyState>
        }
      />
    </>
  );
}

/** The time at which a day of the browser's time zone begins, or one that is later by an offset. */
function instantOf(day: string | undefined, offsetMs: number): string | undefined {
  const start = new Date(`${day ?? ''}T00:00:00`).getTime();
  return Number.isNaN(start) ? undefined : new Date(start + offsetMs).toISOString();
}

const ACTORS = {
  user: 'A user',
  api_key: 'An API key',
  operator: 'Operator',
  system: 'The platform',
} as const;

const COLUMNS: Column<ConsoleAuditEntry>[] = [
  {
    title: 'What',
    untitled: true,
    render: (entry) => (
      <>
        <RowName detail={detailsLabel(entry.details)}>{auditLabel(entry.type)}</RowName>
        <details>
          <summary>Whole entry</summary>
          <CodeBlock label="Audit entry" code={indentedJson(entry)} maxHeight="28rem" />
        </details>
      </>
    ),
  },
  { title: 'Who', render: ({ actor }) => actor.name ?? ACTORS[actor.type] },
  { title: 'From', render: ({ address }) => address ?? '–' },
  { title: 'When', render: ({ created_at: at }) => <TimeAgo at={at} /> },
];

interface ActorFilterProps {
  /** The id of a user or of an API key, or `operator` or `system`. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

const OTHERS = [
  { value: 'operator', label: 'Operator' },
  { value: 'system', label: 'The platform' },
];

/** Filters by who acted: a member, also an inactive one, an API key, or nobody of the workspace. */
function ActorFilter({ value, onChange }: ActorFilterProps) {
  const members = useMembers().map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }));
  const keys =
    useConsole('key.list', {}).data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const known = [...members, ...keys, ...OTHERS];
  const isUnknown = value !== undefined && value !== '' && !known.some((option) => option.value === value);
  return (
    <Select
      label="Who"
      placeholder="Anybody"
      data={[
        { group: 'Members', items: members },
        { group: 'API keys', items: keys },
        // An address may name a key that has ended long ago.
        { group: 'Others', items: isUnknown ? [...OTHERS, { value, label: value }] : OTHERS },
      ]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable
      clearable
      nothingFoundMessage="Nobody has this name"
      w={220}
    />
  );
}
