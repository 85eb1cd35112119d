import { SegmentedControl } from '@mantine/core';
import type { Mode } from '../api/public.ts';

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
