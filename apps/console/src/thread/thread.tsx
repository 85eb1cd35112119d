import { Button, Loader } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { usePublicApi } from '../app/session.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { useCan } from '../desk/permissions.ts';
import { Composer } from './composer.tsx';
import { MessageItem } from './message-item.tsx';
import { messagesQuery } from './messages.ts';
import classes from './thread.module.css';

/** The messages of a conversation, the newest last, and where the next one is written. */
export function Thread({ conversationId }: { conversationId: string }) {
  const mayWrite = useCan('conversations:write');
  const query = useInfiniteQuery(messagesQuery(usePublicApi(), conversationId));
  const messages = query.data?.pages.flatMap(({ data }) => data).toReversed() ?? [];
  return (
    <section aria-label="Messages">
      {query.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          mb="sm"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier messages
        </Button>
      )}
      {query.isPending && <Loader size="sm" role="status" aria-label="Loading the messages" />}
      {query.error !== null && messages.length === 0 && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && messages.length === 0 && (
        <EmptyState icon="conversation" title="No messages yet">
          The first reply or note appears here.
        </EmptyState>
      )}
      <ol className={classes.messages} aria-live="polite" aria-relevant="additions">
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} />
        ))}
      </ol>
      {mayWrite && <Composer conversationId={conversationId} />}
    </section>
  );
}
