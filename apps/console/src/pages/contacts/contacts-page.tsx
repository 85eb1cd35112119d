import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useQueryValues } from '../../app/location.ts';
import { useMode, usePublicApi } from '../../app/session.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { FilterBar } from '../../desk/filter-bar.tsx';
import { FilterMenu } from '../../desk/filter-menu.tsx';
import { isFiltered, type Filters } from '../../desk/filters.ts';
import { NoRecords } from '../../desk/no-records.tsx';
import { useCan } from '../../desk/permissions.ts';
import { TotalCount } from '../../desk/total-count.tsx';
import { CONTACT_AGES, CONTACT_FILTERS, CONTACT_SORTS, contactsQuery, type Contact } from './contacts.ts';
import { NewContact } from './contact-form.tsx';

const COLUMNS: readonly Column<Contact>[] = [
  {
    key: 'name',
    title: 'Name',
    untitled: true,
    render: ({ name, email, phone }) => name ?? email ?? phone ?? 'No name',
  },
  { key: 'email', title: 'E-mail address', render: ({ email }) => email ?? 'None' },
  { key: 'company', title: 'Company', render: ({ company }) => company ?? 'None' },
  { key: 'phone', title: 'Phone', render: ({ phone }) => phone ?? 'None' },
  { key: 'created_at', title: 'Created', render: ({ created_at: at }) => <TimeAgo at={at} /> },
];

/** All contacts, searched and filtered. */
export default function ContactsPage() {
  const api = usePublicApi();
  const [mode] = useMode();
  const [filters, change] = useQueryValues();
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useCan('contacts:write');
  const query = useInfiniteQuery(contactsQuery(api, mode, filters));
  const menu = (name: string) => ({
    value: filters[name],
    onChange: (value: string | undefined) => change({ [name]: value }),
  });
  return (
    <>
      <PageHeader
        title="Contacts"
        description="The people who write to you."
        actions={
          mayWrite && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
              New contact
            </Button>
          )
        }
      />
      <FilterBar
        label="Search contacts"
        hint="Names, e-mail addresses, phone numbers, companies and custom fields"
        filters={filters}
        names={CONTACT_FILTERS}
        onChange={change}
      >
        <FilterMenu label="Created" isSingle options={CONTACT_AGES} {...menu('created_after')} />
        <FilterMenu
          label="Sort"
          isSingle
          fallback={CONTACT_SORTS[0].value}
          options={CONTACT_SORTS}
          {...menu('sort')}
        />
      </FilterBar>
      <TotalCount meta={query.data?.pages[0]?.meta} one="contact" many="contacts" />
      <DataTable
        label="Contacts"
        columns={COLUMNS}
        rows={query.data?.pages.flatMap(({ data }) => data)}
        rowKey={({ id }) => id}
        linkTo={({ id }) => `/contacts/${id}`}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={<NoContacts filters={filters} />}
      />
      <LoadMore query={query} />
      {mayWrite && <NewContact opened={isCreating} onClose={() => setCreating(false)} />}
    </>
  );
}

function NoContacts({ filters }: { filters: Filters }) {
  if (isFiltered(filters, CONTACT_FILTERS))
    return (
      <EmptyState icon="search" title="No contact matches">
        Remove a filter, or search for fewer words.
      </EmptyState>
    );
  const body = { email: 'dana@example.com', name: 'Dana', company: 'Example Ltd' };
  return (
    <NoRecords icon="contact" title="No contacts yet" scope="contacts:write" path="/v1/contacts" body={body}>
      Conversations and tickets make their contacts, and integrations make them by the API.
    </NoRecords>
  );
}
