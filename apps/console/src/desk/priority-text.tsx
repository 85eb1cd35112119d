import { labelOf, PRIORITIES } from './labels.ts';
import { ValueBadge } from './value-badge.tsx';

/** The priority in a list: only what stands out of the usual has a badge. */
export function PriorityText({ priority }: { priority: string }) {
  if (priority === 'normal' || priority === 'low') return labelOf(PRIORITIES, priority).text;
  return <ValueBadge labels={PRIORITIES} value={priority} />;
}
