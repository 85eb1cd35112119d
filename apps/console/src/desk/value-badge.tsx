import { StatusBadge } from '../components/status-badge.tsx';
import { labelOf, type Label } from './labels.ts';

export function ValueBadge({ labels, value }: { labels: Readonly<Record<string, Label>>; value: string }) {
  const { text, tone } = labelOf(labels, value);
  return <StatusBadge tone={tone}>{text}</StatusBadge>;
}
