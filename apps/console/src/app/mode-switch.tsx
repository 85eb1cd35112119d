import { SegmentedControl } from '@mantine/core';
import { queryClient } from './queries.ts';
import { SESSION_QUERY, useMode } from './session.tsx';

/** Chooses between live and test data. */
export function ModeSwitch() {
  const [mode, setMode] = useMode();
  return (
    <SegmentedControl
      aria-label="Data of the workspace"
      size="xs"
      fullWidth
      value={mode}
      onChange={(value) => {
        setMode(value === 'test' ? 'test' : 'live');
        // Nothing of the other mode may be shown from the cache.
        queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_QUERY[0] });
      }}
      data={[
        { value: 'live', label: 'Live data' },
        { value: 'test', label: 'Test data' },
      ]}
    />
  );
}
