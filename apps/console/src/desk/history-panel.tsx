import { Button, Loader, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { unwrap, type PublicApi } from '../api/public.ts';
import { usePublicApi } from '../app/session.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { Panel } from '../components/panel.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { changesOf, titleOf, type FieldChange, type HistoryEntry } from './changes.ts';
import { useMailboxDirectory, useMembers } from './directory.ts';
import { pagesQuery } from './record-lists.ts';
import classes from './desk.module.css';

interface HistoryPage {
  data: HistoryEntry[];
  meta: { next_cursor: string | null };
}

type PageReader = (
  api: PublicApi,
  id: string,
  query: { per_page: number; cursor?: string },
  signal: AbortSignal,
) => Promise<HistoryPage>;

const READERS: Readonly<Record<'tickets' | 'conversations' | 'contacts', PageReader>> = {
  tickets: (api, id, query, signal) => {
    const params = { path: { ticket_id: id }, query };
    return unwrap(api.GET('/v1/tickets/{ticket_id}/history', { params, signal }));
  },
  conversations: (api, id, query, signal) => {
    const params = { path: { conversation_id: id }, query };
    return unwrap(api.GET('/v1/conversations/{conversation_id}/history', { params, signal }));
  },
  contacts: (api, id, query, signal) => {
    const params = { path: { contact_id: id }, query };
    return unwrap(api.GET('/v1/contacts/{contact_id}/history', { params, signal }));
  },
};

export function HistoryPanel(props: { resource: keyof typeof READERS; id: string }) {
  return (
    <Panel title="History">
      <History {...props} />
    </Panel>
  );
}

function History({ resource, id }: { resource: keyof typeof READERS; id: string }) {
  const api = usePublicApi();
  const query = useInfiniteQuery(
    pagesQuery([api.mode, resource, id, 'history'], 25, (page, signal) =>
      READERS[resource](api, id, page, signal),
    ),
  );
  const { items: mailboxes } = useMailboxDirectory(resource === 'conversations');
  const names = new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox.name]));
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? [];
  if (query.isPending) return <Loader size="sm" aria-label="Loading the history" role="status" />;
  if (query.error !== null && entries.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing has happened in the last 30 days.
      </Text>
    );
  return (
    <>
      <ol className={classes.history}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} names={names} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
    </>
  );
}

function Entry({ entry, names }: { entry: HistoryEntry; names: ReadonlyMap<string, string> }) {
  const changes = changesOf(entry, names);
  // What passes by itself has no actor.
  const isOfTime = entry.event.includes('.sla_');
  return (
    <li>
      <div className={classes.historyHead}>
        {!isOfTime && (
          <strong>
            <ActorName actor={entry.actor} />
          </strong>
        )}
        {changes.length === 0 || isOfTime ? <span>{titleOf(entry)}</span> : null}
        <TimeAgo at={entry.timestamp} />
      </div>
      {changes.map((change) => (
        <Change key={change.field} {...change} />
      ))}
    </li>
  );
}

/** Who did something, by name where it is a member. */
export function ActorName({ actor }: { actor: { type: string; id: string | null } }) {
  const members = useMembers();
  if (actor.type === 'api_key') return 'An API key';
  if (actor.type === 'system') return 'The system';
  return members.find(({ id }) => id === actor.id)?.name ?? actor.id ?? 'Somebody';
}

function Change({ field, from, to }: FieldChange) {
  return (
    <div className={classes.change}>
      <span className={classes.soft}>{field}</span> {from !== null && <del>{from}</del>}
      {from !== null && <span aria-hidden="true"> → </span>}
      {to === null ? <i className={classes.soft}>none</i> : <ins>{to}</ins>}
    </div>
  );
}
