import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { unwrap, type PublicApi } from '../api/public.ts';
import { notifyDone, notifyFailure, notifyRefused } from '../app/notifications.ts';
import { usePublicApi } from '../app/session.tsx';
import { Icon } from '../components/icon.tsx';
import { useCan } from '../desk/permissions.ts';
import { useStreamState } from '../live/live-updates.tsx';
import { messagesKey, type Message } from './messages.ts';
import classes from './thread.module.css';

const TICK_MS = 250;

/**
 * The seconds for which a message that has just been written can still be taken back; 0 if it cannot. One that is sent again
 * cannot: its text would be gone.
 *
 * @param delay seconds for which replies of its mailbox wait.
 */
export function useSecondsToUndo(message: Message, delay: number): number {
  const { delivery, created_at: createdAt, redacted_at: redactedAt } = message;
  const isFirst = delivery?.status === 'queued' && delivery.updated_at === createdAt;
  const isPossible = isFirst && redactedAt === null && delay > 0;
  const endsAt = isPossible ? Date.parse(createdAt) + delay * 1_000 : 0;
  const [seconds, setSeconds] = useState(() => secondsUntil(endsAt, delay));
  useEffect(() => {
    const update = () => setSeconds(secondsUntil(endsAt, delay));
    update();
    if (endsAt <= Date.now()) return undefined;
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  }, [endsAt, delay]);
  return isPossible ? seconds : 0;
}

/** The clock of the browser may be another one than that of the server: never more than the delay. */
const secondsUntil = (at: number, delay: number): number =>
  Math.min(delay, Math.max(0, Math.ceil((at - Date.now()) / 1_000)));

interface UndoSendingProps {
  message: Message;
  seconds: number;
  onTakenBack: (message: Message) => void;
}

export function UndoSending({ message, seconds, onTakenBack }: UndoSendingProps) {
  const mayWrite = useCan('conversations:write');
  const undo = useUndo(message, onTakenBack);
  return (
    <div className={classes.delivery} data-tone="quiet">
      <div className={classes.deliveryHead}>
        <Icon name="clock" size={14} />
        <b>Sent in {seconds} s</b>
        {mayWrite && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label="Undo: do not send"
            loading={undo.isPending}
            onClick={() => undo.mutate()}
          >
            Undo
          </Button>
        )}
      </div>
    </div>
  );
}

/** Takes a message back by its redaction, and tells whether that was in time. */
function useUndo(message: Message, onTakenBack: (message: Message) => void) {
  const api = usePublicApi();
  const client = useQueryClient();
  const stream = useStreamState();
  return useMutation({
    mutationFn: async () => {
      const path = { conversation_id: message.conversation_id, message_id: message.id };
      await unwrap(
        api.DELETE('/v1/conversations/{conversation_id}/messages/{message_id}', { params: { path } }),
      );
      onTakenBack(message);
      return statusAtEnd(api, message);
    },
    onSuccess: (status) => {
      if (status === 'cancelled')
        notifyDone(
          `The reply is not sent. Its text is in the box again${message.attachments.length > 0 ? ', without its files' : ''}.`,
        );
      else
        notifyRefused(
          'The reply could not be stopped in time',
          'It has been sent, or may be. Its text is removed here, and is in the box again.',
        );
    },
    onError: notifyFailure,
    // Events tell of it, if a stream brings them.
    onSettled: () => {
      if (stream === 'live') return undefined;
      return client.invalidateQueries({ queryKey: messagesKey(api, message.conversation_id) });
    },
  });
}

const ASK_MS = 500;
const ASK_MAX = 10;

/** What has become of a message that was taken back: its mail may have left in the same moment. */
async function statusAtEnd(api: PublicApi, message: Message): Promise<string> {
  const path = { conversation_id: message.conversation_id, message_id: message.id };
  let status = 'queued';
  for (let count = 0; count < ASK_MAX && (status === 'queued' || status === 'sending'); count += 1) {
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    const { data } = await unwrap(
      api.GET('/v1/conversations/{conversation_id}/messages/{message_id}', { params: { path } }),
    );
    status = data.delivery?.status ?? 'cancelled';
  }
  return status;
}
