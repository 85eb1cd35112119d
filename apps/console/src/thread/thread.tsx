import { Button, Loader } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { usePublicApi } from '../app/session.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { Icon } from '../components/icon.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { useCan } from '../desk/permissions.ts';
import { AttachmentList } from './attachments.tsx';
import { Composer } from './composer.tsx';
import { messagesQuery, type Message } from './messages.ts';
import classes from './thread.module.css';

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
      {mayWrite && <Composer parent={{ resource: 'conversations', id: conversationId }} />}
    </section>
  );
}

/** Who wrote it and who sees it, in words: the ground of a message only repeats it. */
function kindOf({ type, author, delivery }: Message): { look: string; text: string } {
  if (type === 'note') return { look: 'note', text: 'Internal note' };
  if (author.type === 'contact') return { look: 'contact', text: 'Contact' };
  const text = type === 'reply' ? 'Reply' : 'Comment';
  return { look: type, text: delivery === null ? `${text}, recorded, not sent` : text };
}

function MessageItem({ message }: { message: Message }) {
  const { author, body, attachments, redacted_at: redactedAt, created_at: createdAt } = message;
  const { look, text } = kindOf(message);
  return (
    <li className={classes.message} data-look={look}>
      <div className={classes.head}>
        <strong>{author.name ?? (author.type === 'contact' ? 'Contact' : 'A former member')}</strong>
        <span className={classes.kind}>
          {look === 'note' && <Icon name="lock" size={13} />}
          {text}
        </span>
        <TimeAgo at={createdAt} />
      </div>
      {redactedAt !== null ? (
        <p className={classes.redacted}>The text of this message has been removed.</p>
      ) : (
        body !== '' && <p className={classes.body}>{body}</p>
      )}
      {attachments.length > 0 && <AttachmentList attachments={attachments} />}
    </li>
  );
}
