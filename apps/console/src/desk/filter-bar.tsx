import { Button, CloseButton, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState, type ReactNode } from 'react';
import { Icon } from '../components/icon.tsx';
import { isFiltered, type Filters } from './filters.ts';
import { OwnValues } from './own-values.ts';

interface FilterBarProps {
  /** What is searched: "Search tickets". */
  label: string;
  filters: Filters;
  /** The names of the filters, which "Clear" removes. */
  names: readonly string[];
  onChange: (changes: Record<string, string | undefined>) => void;
  hint?: string;
  /** The filter that the field sets. */
  field?: string;
  children?: ReactNode;
}

const PAUSE_MS = 300;

export function FilterBar({ label, filters, names, onChange, hint, field = 'q', children }: FilterBarProps) {
  const [clears, setClears] = useState(0);
  const clear = () => {
    onChange(Object.fromEntries(names.map((name) => [name, undefined])));
    setClears(clears + 1);
  };
  return (
    <Group gap="0.5rem" mb="md" role="search" aria-label={label}>
      <SearchField
        // Another field does not send what was typed into the former one.
        key={clears}
        label={label}
        hint={hint}
        value={filters[field] ?? ''}
        onChange={(text) => onChange({ [field]: text })}
      />
      {children}
      {isFiltered(filters, names) && (
        <Button variant="subtle" size="compact-sm" onClick={clear}>
          Clear all
        </Button>
      )}
    </Group>
  );
}

interface SearchFieldProps {
  label: string;
  hint: string | undefined;
  value: string;
  onChange: (value: string | undefined) => void;
}

function SearchField({ label, hint, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [own] = useState(() => new OwnValues());
  useEffect(() => {
    if (!own.takeBack(value)) setText(value);
  }, [own, value]);
  const search = useDebouncedCallback((next: string) => {
    if (next === value) return;
    own.sent(next);
    onChange(next === '' ? undefined : next);
  }, PAUSE_MS);
  const change = (next: string) => {
    setText(next);
    search(next);
  };
  return (
    <TextInput
      flex="1 1 12rem"
      maw="24rem"
      size="sm"
      type="search"
      aria-label={label}
      placeholder={label}
      title={hint}
      maxLength={500}
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        text === '' ? null : (
          <CloseButton size="sm" aria-label="Clear the search" onClick={() => change('')} />
        )
      }
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
