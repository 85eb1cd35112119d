import classes from './desk.module.css';

/** The custom fields of a record, as integrations set them. */
export function CustomFields({ fields }: { fields: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;
  return (
    <div>
      <div className={classes.factLabel}>Custom fields</div>
      <dl className={classes.fields}>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
