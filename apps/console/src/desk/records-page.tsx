import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSession } from '../app/session.tsx';
import { DataTable, type Column, type ListQuery } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { CreateButton } from '../components/row-actions.tsx';
import { curlOf } from '../pages/curl.ts';
import { FilterBar } from './filter-bar.tsx';
import { FilterMenu, type FilterOption } from './filter-menu.tsx';
import { isFiltered, type Filters } from './filters.ts';
import { useCan } from './permissions.ts';

interface Meta {
  total_count: number;
  total_count_relation: string;
}

interface RecordPages<Row> extends ListQuery<Row> {
  data: { pages: { data: readonly Row[]; meta: Meta }[] } | undefined;
}

interface RecordsPageProps<Row> {
  one: 'ticket' | 'conversation' | 'contact';
  title: string;
  description: string;
  query: RecordPages<Row>;
  columns: readonly Column<Row>[];
  filters: Filters;
  onChange: (changes: Record<string, string | undefined>) => void;
  searchHint: string;
  names: readonly string[];
  sorts: readonly [FilterOption, ...FilterOption[]];
  children: ReactNode;
  create: (dialog: { opened: boolean; onClose: () => void }) => ReactNode;
  /** Where records come from: a sentence. */
  origin?: string;
  /** The body that makes the first one by the API. */
  example: unknown;
}

export function RecordsPage<Row extends { id: string }>(props: RecordsPageProps<Row>) {
  const { one, title, description, query, columns, filters, onChange, searchHint, sorts, children } = props;
  const { create, origin = 'Integrations make them by the API.', example } = props;
  const [isCreating, setCreating] = useState(false);
  const many = `${one}s` as const;
  const mayWrite = useCan(`${many}:write`);
  const names = ['q', ...props.names];
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={mayWrite && <CreateButton onClick={() => setCreating(true)}>New {one}</CreateButton>}
      />
      <FilterBar
        label={`Search ${many}`}
        hint={searchHint}
        filters={filters}
        names={names}
        onChange={onChange}
      >
        {children}
        <FilterMenu
          label="Sort"
          isSingle
          fallback={sorts[0].value}
          options={sorts}
          value={filters['sort']}
          onChange={(sort) => onChange({ sort })}
        />
      </FilterBar>
      <TotalCount meta={query.data?.pages[0]?.meta} one={one} />
      <DataTable
        label={title}
        columns={columns}
        query={query}
        linkTo={({ id }) => `/${many}/${id}`}
        empty={
          isFiltered(filters, names) ? (
            <EmptyState icon="search" title={`No ${one} matches`}>
              Remove a filter, or search for fewer words.
            </EmptyState>
          ) : (
            <NoRecords one={one} origin={origin} example={example} />
          )
        }
      />
      {mayWrite && create({ opened: isCreating, onClose: () => setCreating(false) })}
    </>
  );
}

/** How many records match, read out when it changes. */
function TotalCount({ meta, one }: { meta: Meta | undefined; one: string }) {
  const count = meta?.total_count;
  const relation = meta?.total_count_relation === 'gte' ? 'at least ' : '';
  return (
    <Text size="sm" c="dimmed" mb="xs" mih="1.4em" role="status">
      {count === undefined ? '' : `${relation}${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`}
    </Text>
  );
}

type NoRecordsProps = Pick<RecordsPageProps<never>, 'one' | 'example'> & { origin: string };

/** Replaces a list without records: the command that makes the first, with a credential that the role can have. */
function NoRecords({ one, origin, example }: NoRecordsProps) {
  const { base_url: baseUrl, user } = useSession();
  const title = `No ${one}s yet`;
  if (!useCan(`${one}s:write`))
    return (
      <EmptyState icon={one} title={title}>
        {origin}
      </EmptyState>
    );
  // Only admins make API keys; a personal access token is everybody's own.
  const [credential, variable] =
    user.role === 'admin' ? ['an API key', '$PARLEY_KEY'] : ['a personal access token', '$PARLEY_TOKEN'];
  return (
    <EmptyState icon={one} title={title} curl={curlOf(baseUrl, variable, `/v1/${one}s`, example)}>
      {origin} This makes the first one, with {credential} of yours:
    </EmptyState>
  );
}
