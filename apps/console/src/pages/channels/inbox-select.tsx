import { Select } from '@mantine/core';
import { useInboxDirectory } from '../../desk/directory.ts';

interface InboxSelectProps {
  description: string;
  /** The id of the inbox, or null without one. */
  value: string | null;
  error: string | undefined;
  onChange: (id: string | null) => void;
}

/** The choice of an inbox, or of none. */
export function InboxSelect({ description, value, error, onChange }: InboxSelectProps) {
  const inboxes = useInboxDirectory();
  return (
    <Select
      label="Inbox"
      description={description}
      data={[
        { value: '', label: 'No inbox' },
        ...inboxes.items.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value ?? ''}
      error={error}
      allowDeselect={false}
      disabled={inboxes.isPending}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  );
}
