import { Select } from '@mantine/core';
import { useConsole } from '../../app/use-console.ts';
import { useMembers } from '../../desk/directory.ts';

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
export function ActorFilter({ value, onChange }: ActorFilterProps) {
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
