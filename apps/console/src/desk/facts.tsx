import { Code, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import classes from './desk.module.css';

/** A property that cannot be changed here. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Labelled label={label}>
      <div className={classes.factValue}>{children}</div>
    </Labelled>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <div className={classes.factLabel}>{label}</div>
      {children}
    </div>
  );
}

interface ContactFactProps {
  contact: { id: string; name: string | null; email: string | null; phone: string | null };
}

export function ContactFact({ contact: { id, name, email, phone } }: ContactFactProps) {
  const shown = name ?? email ?? phone ?? id;
  return (
    <Labelled label="Contact">
      <Link to={`/contacts/${id}`} className={classes.quietLink}>
        {shown}
      </Link>
      {[email, phone]
        .filter((one) => one !== null && one !== shown)
        .map((one) => (
          <Text key={one} size="sm" c="dimmed">
            {one}
          </Text>
        ))}
    </Labelled>
  );
}

export function CustomFields({ fields }: { fields: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;
  return (
    <Labelled label="Custom fields">
      <dl className={classes.fields}>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </Labelled>
  );
}

export function IdFact({ id, externalId = null }: { id: string; externalId?: string | null }) {
  return (
    <Labelled label="ID">
      <div className={classes.id}>
        <Code>{id}</Code>
        <CopyButton text={id} label="ID" variant="subtle" />
      </div>
      {externalId !== null && (
        <Text size="sm" c="dimmed">
          External ID: {externalId}
        </Text>
      )}
    </Labelled>
  );
}
