import { CodeBlock } from './code-block.tsx';

interface JsonViewProps {
  value: unknown;
  label: string;
  maxHeight?: string;
}

/** A value as indented JSON. */
export function JsonView({ value, label, maxHeight = '28rem' }: JsonViewProps) {
  return <CodeBlock label={label} code={JSON.stringify(value, null, 2)} maxHeight={maxHeight} />;
}
