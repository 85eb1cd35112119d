import { Link } from '@tanstack/react-router';
import { Text } from '@mantine/core';
import classes from './desk.module.css';

interface ContactCardProps {
  contact: { id: string; name: string | null; email: string | null };
}

/** The contact of a record, with a link to their page. */
export function ContactCard({ contact: { id, name, email } }: ContactCardProps) {
  return (
    <div>
      <div className={classes.factLabel}>Contact</div>
      <Link to={`/contacts/${id}`} className={classes.quietLink}>
        {name ?? email ?? id}
      </Link>
      {name !== null && email !== null && (
        <Text size="sm" c="dimmed">
          {email}
        </Text>
      )}
    </div>
  );
}
