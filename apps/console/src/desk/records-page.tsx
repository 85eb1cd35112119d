import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { Icon } from '../components/icon.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { AssigneeFilter } from './assignee-filter.tsx';
import { partialNote, useInboxDirectory } from './directory.ts';
import { FilterBar } from './filter-bar.tsx';
import { FilterMenu, type FilterOption } from './filter-menu.tsx';
import { isFiltered, type Filters } from './filters.ts';
import { optionsOf, PRIORITIES, type Label } from './labels.ts';
import { NoRecords } from './no-records.tsx';
import { useCan } from './permissions.ts';
import { TotalCount } from './total-count.tsx';

/** An infinite query of records. */
interface RecordPages<Row> {
  data: { pages: { data: readonly Row[]; meta: Parameters<typeof TotalCount>[0]['meta'] }[] } | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface RecordsPageProps<Row> {
  one: 'ticket' | 'conversation';
  title: string;
  description: string;
  query: RecordPages<Row>;
  filters: Filters;
  onChange: (changes: Record<string, string | undefined>) => void;
  searchHint: string;
  /** The filters that the list has. */
  names: readonly string[];
  statuses: Readonly<Record<string, Label>>;
  /** The filter that only these records have. */
  own: { name: string; label: string; options: readonly FilterOption[] };
  sorts: readonly [FilterOption, ...FilterOption[]];
  table: (table: {
    rows: readonly Row[] | undefined;
    error: unknown;
    onRetry: () => void;
    empty: ReactNode;
  }) => ReactNode;
  /** The dialog that makes a record. */
  create: (dialog: { opened: boolean; onClose: () => void }) => ReactNode;
  /** The body that makes the first one by the API. */
  example: unknown;
}

/** All records of a kind, searched and filtered. */
export function RecordsPage<Row>(props: RecordsPageProps<Row>) {
  const { one, title, description, query, filters, names, table, create, example } = props;
  const [isCreating, setCreating] = useState(false);
  const many = `${one}s` as const;
  const mayWrite = useCan(`${many}:write`);
  const empty = isFiltered(filters, names) ? (
    <EmptyState icon="search" title={`No ${one} matches`}>
      Remove a filter, or search for fewer words.
    </EmptyState>
  ) : (
    <NoRecords
      icon={one}
      title={`No ${many} yet`}
      scope={`${many}:write`}
      path={`/v1/${many}`}
      body={example}
    >
      Integrations make them by the API.
    </NoRecords>
  );
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          mayWrite && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
              New {one}
            </Button>
          )
        }
      />
      <RecordFilters {...props} />
      <TotalCount meta={query.data?.pages[0]?.meta} one={one} many={many} />
      {table({
        rows: query.data?.pages.flatMap(({ data }) => data),
        error: query.error,
        onRetry: () => void query.refetch(),
        empty,
      })}
      <LoadMore query={query} />
      {mayWrite && create({ opened: isCreating, onClose: () => setCreating(false) })}
    </>
  );
}

function RecordFilters<Row>(props: RecordsPageProps<Row>) {
  const { one, searchHint, filters, onChange, names, statuses, own, sorts } = props;
  const inboxes = useInboxDirectory();
  const menu = (name: string) => ({
    value: filters[name],
    onChange: (value: string | undefined) => onChange({ [name]: value }),
  });
  return (
    <FilterBar label={`Search ${one}s`} hint={searchHint} filters={filters} names={names} onChange={onChange}>
      <FilterMenu label="Status" options={optionsOf(statuses)} {...menu('status')} />
      <FilterMenu label="Priority" options={optionsOf(PRIORITIES)} {...menu('priority')} />
      <AssigneeFilter {...menu('assignee')} />
      {inboxes.items.length > 0 && (
        <FilterMenu
          label="Inbox"
          options={inboxes.items.map(({ id, name }) => ({ value: id, label: name }))}
          note={partialNote(inboxes) ?? undefined}
          {...menu('inbox')}
        />
      )}
      <FilterMenu label={own.label} isSingle options={own.options} {...menu(own.name)} />
      <FilterMenu label="Sort" isSingle fallback={sorts[0].value} options={sorts} {...menu('sort')} />
    </FilterBar>
  );
}
