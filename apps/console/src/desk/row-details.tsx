import classes from './desk.module.css';

interface RowDetailsProps {
  contact: { name: string | null; email: string | null } | null;
  tags: readonly string[];
}

/** The line below the subject of a record in a list: contact and tags. */
export function RowDetails({ contact, tags }: RowDetailsProps) {
  return (
    <span className={classes.rowDetails}>
      {contact !== null && <span>{contact.name ?? contact.email ?? 'A contact without a name'}</span>}
      {tags.map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
    </span>
  );
}
