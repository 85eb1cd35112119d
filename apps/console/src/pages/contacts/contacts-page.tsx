import { useInfiniteQuery } from '@tanstack/react-query';
import { useQueryValues } from '../../app/location.ts';
import { usePublicApi } from '../../app/session.tsx';
import type { Column } from '../../components/data-table.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { FilterMenu } from '../../desk/filter-menu.tsx';
import { RecordsPage } from '../../desk/records-page.tsx';
import { CONTACT_AGES, CONTACT_SORTS, contactsQuery, type Contact } from './contacts.ts';
import { NewContact } from './contact-form.tsx';

const COLUMNS: readonly Column<Contact>[] = [
  {
    title: 'Name',
    untitled: true,
    render: ({ name, email, phone }) => name ?? email ?? phone ?? 'No name',
  },
  { title: 'E-mail address', render: ({ email }) => email ?? 'None' },
  { title: 'Company', render: ({ company }) => company ?? 'None' },
  { title: 'Phone', render: ({ phone }) => phone ?? 'None' },
  { title: 'Created', render: ({ created_at: at }) => <TimeAgo at={at} /> },
];

export default function ContactsPage() {
  const [filters, change] = useQueryValues();
  return (
    <RecordsPage
      one="contact"
      title="Contacts"
      description="The people who write to you."
      query={useInfiniteQuery(contactsQuery(usePublicApi(), filters))}
      columns={COLUMNS}
      filters={filters}
      onChange={change}
      searchHint="Names, e-mail addresses, phone numbers, companies and custom fields"
      names={['created_after']}
      sorts={CONTACT_SORTS}
      create={(dialog) => <NewContact {...dialog} />}
      origin="Conversations and tickets make their contacts, and integrations make them by the API."
      example={{ email: 'dana@example.com', name: 'Dana', company: 'Example Ltd' }}
    >
      <FilterMenu
        label="Created"
        isSingle
        options={CONTACT_AGES}
        value={filters['created_after']}
        onChange={(age) => change({ created_after: age })}
      />
    </RecordsPage>
  );
}
