import { Button, Loader } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { usePublicApi } from '../app/session.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { Icon } from '../components/icon.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { useCan } from '../desk/permissions.ts';
import { useStreamState } from '../live/live-updates.tsx';
import { budgetOf } from '../live/request-budget.ts';
import { AttachmentList } from './attachments.tsx';
import { Composer } from './composer.tsx';
import { DeliveryState } from './delivery-state.tsx';
import type { Channel } from './messages.ts';
import { mailFormOf } from './mail-form.ts';
import { isReceivedMail } from './mail-words.ts';
import { MailNotes } from './mail-notes.tsx';
import { MessageContent } from './message-content.tsx';
import { messagesQuery, type Message } from './messages.ts';
import classes from './thread.module.css';
import { useDraft } from './use-draft.ts';
import { useThreadPlace } from './use-thread-place.ts';

const ASK_MS = 5_000;

const isLeaving = (messages: readonly Message[]): boolean =>
  messages.some(({ delivery }) => delivery?.status === 'queued' || delivery?.status === 'sending');

interface ThreadProps {
  conversationId: string;
  /** How its replies leave, where the page knows. */
  channel?: Channel;
}

export function Thread({ conversationId, channel }: ThreadProps) {
  const drafting = useDraft(conversationId);
  const takeBack = ({ body, email }: Message) =>
    drafting.restore(body, email === null ? null : mailFormOf(email));
  const mayWrite = useCan('conversations:write');
  const api = usePublicApi();
  const stream = useStreamState();
  const query = useInfiniteQuery({
    ...messagesQuery(api, conversationId),
    // Without events, what is about to leave is asked for.
    refetchInterval: ({ state }) =>
      stream === 'refused' && isLeaving(state.data?.pages[0]?.data ?? [])
        ? budgetOf(api.mode).intervalMs(ASK_MS)
        : false,
  });
  const messages = query.data?.pages.flatMap(({ data }) => data).toReversed() ?? [];
  const { list, keepPlace } = useThreadPlace(messages[0]?.id);
  return (
    <section aria-label="Messages">
      {query.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          mb="sm"
          loading={query.isFetchingNextPage}
          onClick={() => {
            keepPlace();
            void query.fetchNextPage();
          }}
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
      <ol ref={list} className={classes.messages} aria-live="polite" aria-relevant="additions">
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} onTakenBack={takeBack} />
        ))}
      </ol>
      {mayWrite && (
        <Composer
          parent={{ resource: 'conversations', id: conversationId, ...(channel && { channel }) }}
          drafting={drafting}
        />
      )}
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

/** A contact without a name is called by the address that it wrote from. */
function authorName({ author, email }: Message): string {
  if (author.type === 'user') return author.name ?? 'A former member';
  return author.name ?? email?.from?.address ?? 'Contact';
}

interface MessageItemProps {
  message: Message;
  onTakenBack: (message: Message) => void;
}

function MessageItem({ message, onTakenBack }: MessageItemProps) {
  const { attachments, delivery, redacted_at: redactedAt } = message;
  const { look, text } = kindOf(message);
  return (
    <li className={classes.message} data-look={look}>
      <div className={classes.head}>
        <strong>{authorName(message)}</strong>
        <span className={classes.kind}>
          {look === 'note' && <Icon name="lock" size={13} />}
          {text}
        </span>
        {isReceivedMail(message) && message.author.name !== null && (
          <span className={classes.kind}>{message.email?.from?.address}</span>
        )}
        <TimeAgo at={message.sent_at ?? message.created_at} />
      </div>
      <MailNotes message={message} />
      {redactedAt !== null ? (
        <p className={classes.redacted}>The text of this message has been removed.</p>
      ) : (
        <MessageContent message={message} />
      )}
      {attachments.length > 0 && <AttachmentList attachments={attachments} />}
      {delivery !== null && <DeliveryState message={message} delivery={delivery} onTakenBack={onTakenBack} />}
    </li>
  );
}
