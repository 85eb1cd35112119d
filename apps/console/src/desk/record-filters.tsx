import { explain } from '../api/errors.ts';
import { useSession } from '../app/session.tsx';
import { partialNote, useInboxDirectory, useMemberDirectory } from './directory.ts';
import { FilterMenu, type FilterOption } from './filter-menu.tsx';
import type { Filters } from './filters.ts';
import { optionsOf, PRIORITIES, type Label } from './labels.ts';

interface RecordFiltersProps {
  filters: Filters;
  onChange: (changes: Record<string, string | undefined>) => void;
  statuses: Readonly<Record<string, Label>>;
  own: { name: string; label: string; options: readonly FilterOption[] };
}

export const SHARED_FILTERS = ['status', 'priority', 'assignee', 'inbox', 'tag'] as const;

export function RecordFilters({ filters, onChange, statuses, own }: RecordFiltersProps) {
  const inboxes = useInboxDirectory();
  const menu = (name: string) => ({
    value: filters[name],
    onChange: (value: string | undefined) => onChange({ [name]: value }),
  });
  return (
    <>
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
    </>
  );
}

/** Filters by who is responsible; first by oneself and by nobody. */
function AssigneeFilter(props: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const { user } = useSession();
  const directory = useMemberDirectory();
  const { items, error } = directory;
  const others = items.filter(({ id }) => id !== user.id);
  const options = [
    { value: user.id, label: 'Me' },
    { value: 'none', label: 'Nobody' },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const note =
    error === null
      ? (partialNote(directory) ?? undefined)
      : `Other members cannot be loaded. ${explain(error).message}`;
  return <FilterMenu label="Assignee" options={options} note={note} {...props} />;
}
