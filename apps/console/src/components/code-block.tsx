import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  code: string;
  /** What it is: "Command", "Response". */
  label: string;
  /** The height from which it scrolls. */
  maxHeight?: string;
}

export const indentedJson = (value: unknown): string => JSON.stringify(value, null, 2);

export function CodeBlock({ code, label, maxHeight }: CodeBlockProps) {
  return (
    <figure className={classes.block}>
      <figcaption className={classes.caption}>
        {label}
        <CopyButton text={code} label={label.toLowerCase()} variant="subtle" />
      </figcaption>
      {/* Reached by keyboard, because it may scroll. */}
      <pre className={classes.code} style={{ maxHeight }} tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
