import { explain } from '../api/errors.ts';
import { useSession } from '../app/session.tsx';
import { partialNote, useMemberDirectory } from './directory.ts';
import { FilterMenu } from './filter-menu.tsx';

interface AssigneeFilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters by who is responsible; first by oneself and by nobody. */
export function AssigneeFilter(props: AssigneeFilterProps) {
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
