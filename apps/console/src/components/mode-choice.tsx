import { SegmentedControl } from '@mantine/core';
import type { Mode } from '../api/public.ts';

/** Chooses whether something is about live or test data. */
export function ModeChoice({ value, onChange }: { value: Mode; onChange: (mode: Mode) => void }) {
  return (
    <SegmentedControl
      aria-label="Data"
      value={value}
      onChange={onChange}
      data={[
        { value: 'live', label: 'Live' },
        { value: 'test', label: 'Test' },
      ]}
    />
  );
}
