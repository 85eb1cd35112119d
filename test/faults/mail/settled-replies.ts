import { listMessages, uuidOf, type Conversation, type Message } from '@parley/contracts';
import { eventually } from '@parley/testing';
import type { Mailing } from './mailing.ts';
import type { SentReply } from './sending-history.ts';

/** A reply of a test that has an answer of the API. */
export type WrittenReply = Omit<SentReply, 'status'>;

/** Waits until the mail service does nothing more for replies, and the conversation service has heard of it. */
export function settled(mailing: Mailing, written: readonly WrittenReply[]): Promise<SentReply[]> {
  const conversations = [...new Set(written.map(({ conversation }) => conversation))];
  const ids = conversations.map((id) => uuidOf('conversation', id));
  return eventually(async () => {
    const rows = await mailing.sql<{ message_id: string; status: string; due_at: Date | null }>(
      'select message_id, status, due_at from mail.outgoing_mail where conversation_id = any($1)',
      [ids],
    );
    if (rows.length < written.length) throw new Error(`${rows.length} of ${written.length} are queued`);
    if (rows.length > written.length) throw new Error('a request was queued twice');
    const waiting = rows.filter(({ due_at: dueAt }) => dueAt !== null);
    if (waiting.length > 0) {
      await skipWaits(mailing, ids);
      throw new Error(`not done: ${JSON.stringify(waiting)}`);
    }
    const statuses = new Map(rows.map((row) => [row.message_id, row.status]));
    const messages = new Map<string, Message>();
    for (const conversation of conversations)
      for await (const message of messagesOf(mailing, conversation)) messages.set(message.id, message);
    if (messages.size !== written.length) throw new Error(`${messages.size} messages of ${written.length}`);
    return written.map((one) => {
      const status = messages.get(one.message.id)?.delivery?.status ?? 'queued';
      const own = statuses.get(uuidOf('message', one.message.id));
      if (status !== own) throw new Error(`${one.name} is shown as ${status} and is ${own}`);
      return { ...one, status };
    });
  });
}

/** As if the times were over after which mails are tried again: 15 minutes for one whose outcome is unknown. */
async function skipWaits(mailing: Mailing, conversations: readonly string[]): Promise<void> {
  await mailing.sql(
    `update mail.outgoing_mail set due_at = now()
      where conversation_id = any($1) and due_at > now() and status in ('queued', 'unknown') and not is_blocked`,
    [conversations],
  );
}

async function* messagesOf({ live }: Mailing, id: Conversation['id']): AsyncGenerator<Message> {
  let cursor: string | undefined;
  do {
    const query = { per_page: '100', ...(cursor !== undefined && { cursor }) };
    const { data, meta } = await live.ok(listMessages, { params: { conversation_id: id }, query });
    yield* data;
    cursor = (meta as { next_cursor?: string | null }).next_cursor ?? undefined;
  } while (cursor !== undefined);
}
