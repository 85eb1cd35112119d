import { Checkbox, Fieldset, Input, SegmentedControl, Stack } from '@mantine/core';
import { EVENT_GROUPS, toggleEvent } from './event-groups.ts';
import classes from './webhooks.module.css';

interface EventPickerProps {
  value: readonly string[];
  onChange: (events: string[]) => void;
  error: string | undefined;
}

export function EventPicker({ value, onChange, error }: EventPickerProps) {
  const isAll = value.includes('*');
  return (
    <Fieldset legend="Events">
      <SegmentedControl
        aria-label="Which events"
        size="xs"
        mb="xs"
        value={isAll ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? ['*'] : [])}
        data={[
          { value: 'all', label: 'All events' },
          { value: 'some', label: 'Chosen events' },
        ]}
      />
      {isAll ? (
        <Input.Description>Future kinds of events are included.</Input.Description>
      ) : (
        <div className={classes.groups}>
          {EVENT_GROUPS.map(({ all, title, types }) => (
            <Stack key={all} gap="xs" role="group" aria-label={title}>
              <Checkbox
                size="sm"
                label={`${title}: all`}
                checked={value.includes(all)}
                onChange={({ currentTarget }) => onChange(toggleEvent(value, all, currentTarget.checked))}
              />
              {types.map((type) => (
                <Checkbox
                  key={type}
                  size="xs"
                  label={type}
                  disabled={value.includes(all)}
                  checked={value.includes(all) || value.includes(type)}
                  onChange={({ currentTarget }) => onChange(toggleEvent(value, type, currentTarget.checked))}
                />
              ))}
            </Stack>
          ))}
        </div>
      )}
      {error !== undefined && <Input.Error mt={4}>{error}</Input.Error>}
    </Fieldset>
  );
}
