import { Button, Loader, Text } from '@mantine/core';
import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import { ErrorState } from '../components/error-state.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { unlessKept } from '../live/kept-pages.ts';
import { ActorName } from './actor-name.tsx';
import { changesOf, titleOf, type FieldChange, type HistoryEntry } from './changes.ts';
import classes from './desk.module.css';

interface HistoryPage {
  data: HistoryEntry[];
  meta: { next_cursor: string | null };
}

interface HistoryListProps {
  queryKey: QueryKey;
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<HistoryPage>;
}

/** Who changed what in a record, and when, the newest first. */
export function HistoryList({ queryKey, load }: HistoryListProps) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: (context) => unlessKept(context, () => load(context.pageParam, context.signal)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
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
          <Entry key={entry.id} entry={entry} />
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

function Entry({ entry }: { entry: HistoryEntry }) {
  const changes = changesOf(entry);
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

function Change({ field, from, to }: FieldChange) {
  return (
    <div className={classes.change}>
      <span className={classes.changeField}>{field}</span> {from !== null && <del>{from}</del>}
      {from !== null && <span aria-hidden="true"> → </span>}
      {to === null ? <span className={classes.none}>none</span> : <ins>{to}</ins>}
    </div>
  );
}
