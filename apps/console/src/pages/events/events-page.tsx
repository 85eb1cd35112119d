import { Drawer } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useQueryValues } from '../../app/location.ts';
import { usePublicApi, useSession } from '../../app/session.tsx';
import { CodeBlock, indentedJson } from '../../components/code-block.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RowOpener } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { FilterBar } from '../../desk/filter-bar.tsx';
import { FilterMenu } from '../../desk/filter-menu.tsx';
import { isFiltered, type Filters } from '../../desk/filters.ts';
import { ActorName } from '../../desk/history-panel.tsx';
import { curlOf } from '../curl.ts';
import {
  EVENT_AGES,
  EVENT_FILTERS,
  eventOptions,
  eventsQuery,
  subjectOf,
  type LoggedEvent,
} from './events.ts';

export default function EventsPage() {
  const { scopes } = useSession();
  const [filters, change] = useQueryValues();
  const [shown, setShown] = useState<LoggedEvent | null>(null);
  const query = useInfiniteQuery(eventsQuery(usePublicApi(), filters));
  return (
    <>
      <PageHeader
        title="Events"
        description="What happened in the last 30 days, as webhooks and event streams tell it. New ones appear by themselves."
      />
      <FilterBar
        label="ID of a record"
        hint="Such as ticket_01h2xcejqtf2nbrexx3vqjhp41"
        field="resource"
        filters={filters}
        names={EVENT_FILTERS}
        onChange={change}
      >
        <FilterMenu
          label="Type"
          options={eventOptions(scopes)}
          value={filters['event']}
          onChange={(event) => change({ event })}
        />
        <FilterMenu
          label="Time"
          isSingle
          options={EVENT_AGES}
          value={filters['since']}
          onChange={(since) => change({ since })}
        />
      </FilterBar>
      <DataTable
        label="Events"
        columns={columnsOf(setShown)}
        query={query}
        empty={<NoEvents filters={filters} />}
      />
      <Drawer
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown?.event}
        position="right"
        size="xl"
      >
        {shown !== null && <CodeBlock label="Event" code={indentedJson(shown)} />}
      </Drawer>
    </>
  );
}

function columnsOf(onOpen: (event: LoggedEvent) => void): readonly Column<LoggedEvent>[] {
  return [
    {
      title: 'Event',
      untitled: true,
      render: (event) => <RowOpener onClick={() => onOpen(event)}>{event.event}</RowOpener>,
    },
    { title: 'Record', render: (event) => <Subject event={event} /> },
    { title: 'By', render: ({ actor }) => <ActorName actor={actor} /> },
    { title: 'Time', render: ({ timestamp: at }) => <TimeAgo at={at} /> },
  ];
}

function Subject({ event }: { event: LoggedEvent }) {
  const { id, path } = subjectOf(event);
  const text = <code>{id}</code>;
  return path === null ? text : <Link to={path}>{text}</Link>;
}

function NoEvents({ filters }: { filters: Filters }) {
  const { base_url: baseUrl } = useSession();
  if (isFiltered(filters, EVENT_FILTERS))
    return (
      <EmptyState icon="search" title="No event matches">
        Remove a filter, or choose a longer time.
      </EmptyState>
    );
  const body = { subject: 'My printer is on fire', contact: { email: 'dana@example.com' } };
  return (
    <EmptyState icon="event" title="No events yet" curl={curlOf(baseUrl, '$PARLEY_KEY', '/v1/tickets', body)}>
      Every change of a record is an event. This makes a ticket, and with it the first event:
    </EmptyState>
  );
}
