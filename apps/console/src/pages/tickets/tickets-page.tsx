import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useQueryValues } from '../../app/location.ts';
import { useMode, usePublicApi } from '../../app/session.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { AssigneeFilter } from '../../desk/assignee-filter.tsx';
import { partialNote, useInboxDirectory } from '../../desk/directory.ts';
import { FilterBar } from '../../desk/filter-bar.tsx';
import { FilterMenu } from '../../desk/filter-menu.tsx';
import { isFiltered, type Filters } from '../../desk/filters.ts';
import { optionsOf, PRIORITIES, SLA_STATUSES, TICKET_STATUSES } from '../../desk/labels.ts';
import { NoRecords } from '../../desk/no-records.tsx';
import { useCan } from '../../desk/permissions.ts';
import { TotalCount } from '../../desk/total-count.tsx';
import { NewTicket } from './new-ticket.tsx';
import { TicketTable } from './ticket-table.tsx';
import { TICKET_FILTERS, TICKET_SORTS, ticketsQuery } from './tickets.ts';

/** All tickets, searched and filtered. */
export default function TicketsPage() {
  const api = usePublicApi();
  const [mode] = useMode();
  const [filters, change] = useQueryValues();
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useCan('tickets:write');
  const query = useInfiniteQuery(ticketsQuery(api, mode, filters));
  return (
    <>
      <PageHeader
        title="Tickets"
        description="Requests to be resolved, with the time until somebody has to answer."
        actions={
          mayWrite && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
              New ticket
            </Button>
          )
        }
      />
      <TicketFilters filters={filters} onChange={change} />
      <TotalCount meta={query.data?.pages[0]?.meta} one="ticket" many="tickets" />
      <TicketTable
        tickets={query.data?.pages.flatMap(({ data }) => data)}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={<NoTickets filters={filters} />}
      />
      <LoadMore query={query} />
      {mayWrite && <NewTicket opened={isCreating} onClose={() => setCreating(false)} />}
    </>
  );
}

interface TicketFiltersProps {
  filters: Filters;
  onChange: (changes: Record<string, string | undefined>) => void;
}

function TicketFilters({ filters, onChange }: TicketFiltersProps) {
  const inboxes = useInboxDirectory();
  const menu = (name: string) => ({
    value: filters[name],
    onChange: (value: string | undefined) => onChange({ [name]: value }),
  });
  return (
    <FilterBar
      label="Search tickets"
      hint='Words, "phrases", -exclusions and field:value, such as tag:billing'
      filters={filters}
      names={TICKET_FILTERS}
      onChange={onChange}
    >
      <FilterMenu label="Status" options={optionsOf(TICKET_STATUSES)} {...menu('status')} />
      <FilterMenu label="Priority" options={optionsOf(PRIORITIES)} {...menu('priority')} />
      <AssigneeFilter {...menu('assignee')} />
      {inboxes.items.length > 0 && (
        <FilterMenu
          label="Inbox"
          options={inboxes.items.map(({ id, name }) => ({ value: id, label: name }))}
          note={partialNote(inboxes) ?? undefined}
          {...menu('inbox')}
        />
      )}
      <FilterMenu label="SLA" isSingle options={optionsOf(SLA_STATUSES)} {...menu('sla_status')} />
      <FilterMenu
        label="Sort"
        isSingle
        fallback={TICKET_SORTS[0].value}
        options={TICKET_SORTS}
        {...menu('sort')}
      />
    </FilterBar>
  );
}

function NoTickets({ filters }: { filters: Filters }) {
  if (isFiltered(filters, TICKET_FILTERS))
    return (
      <EmptyState icon="search" title="No ticket matches">
        Remove a filter, or search for fewer words.
      </EmptyState>
    );
  const body = { subject: 'My printer is on fire', contact: { email: 'dana@example.com' }, priority: 'high' };
  return (
    <NoRecords icon="ticket" title="No tickets yet" scope="tickets:write" path="/v1/tickets" body={body}>
      Integrations make them by the API.
    </NoRecords>
  );
}
