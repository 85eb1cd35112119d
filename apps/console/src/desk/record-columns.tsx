import type { Column } from '../components/data-table.tsx';
import { labelOf, PRIORITIES, type Label } from './labels.ts';
import { ValueBadge } from './value-badge.tsx';
import classes from './desk.module.css';

interface ListedRecord {
  number: number;
  subject: string | null;
  contact: { name: string | null; email: string | null; phone: string | null } | null;
  tags: readonly string[];
  status: string;
  priority: string;
  assignee: { name: string } | null;
}

/** The columns of a list of tickets or conversations. @param own of these records only: before the assignee, and the last. */
export function recordColumns<Row extends ListedRecord>(
  statuses: Readonly<Record<string, Label>>,
  own: readonly [Column<Row>, Column<Row>],
): readonly Column<Row>[] {
  return [
    { title: 'Subject', untitled: true, render: (row) => <Subject {...row} /> },
    {
      title: 'Status',
      render: ({ status }) => <ValueBadge labels={statuses} value={status} />,
    },
    { title: 'Priority', render: (row) => <PriorityText {...row} /> },
    own[0],
    { title: 'Assignee', render: ({ assignee }) => assignee?.name ?? 'Nobody' },
    own[1],
  ];
}

function Subject({ number, subject, contact, tags }: ListedRecord) {
  return (
    <>
      <bdi>{subject ?? 'No subject'}</bdi>
      <span className={classes.rowDetails}>
        <span>#{number}</span>
        {contact !== null && (
          <bdi>{contact.name ?? contact.email ?? contact.phone ?? 'A contact without a name'}</bdi>
        )}
        {tags.map((tag) => (
          <span key={tag} className={classes.tag}>
            {tag}
          </span>
        ))}
      </span>
    </>
  );
}

/** Only what stands out of the usual has a badge. */
function PriorityText({ priority }: ListedRecord) {
  if (priority === 'normal' || priority === 'low') return labelOf(PRIORITIES, priority).text;
  return <ValueBadge labels={PRIORITIES} value={priority} />;
}
