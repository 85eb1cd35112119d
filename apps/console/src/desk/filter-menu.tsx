import { Box, Button, Checkbox, Popover, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../components/icon.tsx';
import { valuesOf } from './filters.ts';

export interface FilterOption {
  value: string;
  label: string;
}

interface FilterMenuProps {
  label: string;
  options: readonly FilterOption[];
  /** The chosen values, separated by commas. */
  value: string | undefined;
  /** `undefined` removes the filter. */
  onChange: (value: string | undefined) => void;
  isSingle?: boolean;
  /** What is true while nothing is chosen, such as the usual order. */
  fallback?: string;
  /** Why there are fewer options than there should be. */
  note?: string | undefined;
}

/** Number of options from which on they can be searched. */
const SEARCHABLE = 10;

export function FilterMenu(props: FilterMenuProps) {
  const { label, options, value, onChange, isSingle = false, fallback, note } = props;
  const isChosen = valuesOf(value).length > 0 && value !== fallback;
  const chosen = valuesOf(value ?? fallback);
  const names = chosen.map((each) => options.find((option) => option.value === each)?.label ?? each);
  const shown = names.length > 2 ? `${names.length} chosen` : names.join(', ');
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant={isChosen ? 'light' : 'default'}
          size="xs"
          rightSection={<Icon name="down" size={14} />}
          maw="100%"
        >
          {chosen.length === 0 ? label : `${label}: ${shown}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Options label={label} options={options} chosen={chosen} onChange={onChange} isSingle={isSingle} />
        {note !== undefined && (
          <Text size="xs" c="dimmed" mt="sm" role="alert">
            {note}
          </Text>
        )}
        {isChosen && (
          <Button variant="subtle" size="compact-xs" mt="sm" onClick={() => onChange(undefined)}>
            Clear
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface OptionsProps extends Pick<FilterMenuProps, 'label' | 'options' | 'onChange'> {
  chosen: string[];
  isSingle: boolean;
}

function Options({ label, options, chosen, onChange, isSingle }: OptionsProps) {
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const found = options.filter((option) => option.label.toLowerCase().includes(words));
  return (
    <>
      {options.length >= SEARCHABLE && (
        <TextInput
          size="xs"
          mb="sm"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <Box mah="18rem" p={2} style={{ overflowY: 'auto' }}>
        {isSingle ? (
          <Radio.Group aria-label={label} value={chosen[0] ?? null} onChange={onChange}>
            <Stack gap="xs">
              {found.map((option) => (
                <Radio key={option.value} size="sm" value={option.value} label={option.label} />
              ))}
            </Stack>
          </Radio.Group>
        ) : (
          <Checkbox.Group
            aria-label={label}
            value={chosen}
            onChange={(next) => onChange(next.length === 0 ? undefined : next.join(','))}
          >
            <Stack gap="xs">
              {found.map((option) => (
                <Checkbox key={option.value} size="sm" value={option.value} label={option.label} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </Box>
    </>
  );
}
