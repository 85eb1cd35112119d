import {
  listEvents,
  type Conversation,
  type LoggedEvent,
  type Message,
  type MessageDeliveryStatus,
} from '@parley/contracts';
import { eventually } from '@parley/testing';
import type { Mailing } from './mailing.ts';
import type { ReceivedMails } from './received-mails.ts';

/** A reply of a test, and what the mailbox does with an unknown outcome. */
export interface SentReply {
  readonly name: string;
  readonly conversation: Conversation['id'];
  readonly message: Message;
  readonly onUnknown: 'hold' | 'retry';
  readonly status: MessageDeliveryStatus;
}

/** What became of replies, counted. */
export interface Tally {
  readonly replies: number;
  /** Whose outcome was unknown at some time. */
  readonly unknown: number;
  /** That are unknown at the end, and of which the server has no copy. */
  readonly unreceived: number;
  readonly doubled: number;
  readonly violations: readonly string[];
}

type Seen = readonly MessageDeliveryStatus[];

/** States that follow each other, as conversations show them: nothing goes back. */
const RANK: Readonly<Record<MessageDeliveryStatus, number>> = {
  queued: 0,
  sending: 0,
  unknown: 1,
  sent: 2,
  delivered: 3,
  cancelled: 4,
  failed: 5,
  bounced: 6,
};

const deliveryIn = (value: unknown): MessageDeliveryStatus | undefined =>
  (value as { delivery?: { status?: MessageDeliveryStatus } } | undefined)?.delivery?.status;

/** The states of each message by the event log, from the first event on; each event says which state it replaced. */
export async function statesOf(mailing: Mailing, replies: readonly SentReply[]): Promise<Map<string, Seen>> {
  const steps = new Map<string, LoggedEvent[]>();
  // The first reply may be stored after others were sent, if its service was killed.
  const [since] = replies.map(({ message }) => message.created_at).toSorted();
  await eventually(async () => {
    steps.clear();
    for await (const event of deliveryEvents(mailing, since)) {
      const { id } = event.data as { id: string };
      steps.set(id, [...(steps.get(id) ?? []), event]);
    }
    const late = replies.find(
      ({ message, status }) => !(steps.get(message.id) ?? []).some(({ data }) => deliveryIn(data) === status),
    );
    if (late !== undefined) throw new Error(`no event tells that ${late.name} is ${late.status}`);
  });
  return new Map(
    [...steps].map(([id, events]) => [
      id,
      events.flatMap(({ previous, data }) => [
        deliveryIn(previous) ?? 'queued',
        deliveryIn(data) ?? 'queued',
      ]),
    ]),
  );
}

async function* deliveryEvents({ live }: Mailing, since = ''): AsyncGenerator<LoggedEvent> {
  let cursor: string | undefined;
  do {
    const query = {
      event: 'message.delivery_updated',
      created_after: since,
      order: 'asc',
      per_page: 100,
      ...(cursor !== undefined && { cursor }),
    };
    const { data, meta } = await live.ok(listEvents, { query: query as never });
    yield* data;
    cursor = (meta as { next_cursor?: string | null }).next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Compares what replies say of themselves with what the server has received. */
export function tallyOf(
  replies: readonly SentReply[],
  received: ReceivedMails,
  states: ReadonlyMap<string, Seen>,
): Tally {
  const violations: string[] = [];
  const wasUnknown = ({ message, status }: SentReply) =>
    status === 'unknown' || (states.get(message.id) ?? []).includes('unknown');
  for (const reply of replies) {
    const { name, status, onUnknown, message } = reply;
    const copies = received.of(name);
    const say = (what: string) => violations.push(`${name} (${status}, ${copies.length} copies): ${what}`);
    if (status !== 'sent' && status !== 'unknown') say('is neither sent nor unknown');
    if (status === 'sent' && !copies.some(({ isAccepted }) => isAccepted)) say('is lost');
    if (copies.length > 1 && !(wasUnknown(reply) && onUnknown === 'retry' && copies.length === 2))
      say('was sent too often');
    if (new Set(copies.map(({ sha256 }) => sha256)).size > 1) say('has copies that differ');
    const seen = states.get(message.id) ?? [];
    if (seen.some((one, index) => RANK[one] < RANK[seen[index - 1] ?? 'queued']))
      say(`goes back: ${seen.join(', ')}`);
  }
  const ids = replies.flatMap(({ name }) => received.of(name)[0]?.messageId ?? []);
  if (new Set(ids).size < ids.length || ids.some((id) => id.includes(' ')))
    violations.push('a Message-ID is not unique');
  violations.push(
    ...outOfOrder(
      replies.filter((reply) => !wasUnknown(reply)),
      received,
    ),
  );
  const unknown = replies.filter(wasUnknown);
  return {
    replies: replies.length,
    unknown: unknown.length,
    unreceived: unknown.filter(({ name }) => received.of(name).length === 0).length,
    doubled: replies.filter(({ name }) => received.of(name).length > 1).length,
    violations,
  };
}

/** A mail whose outcome was unknown may be sent once more, after those behind it. */
function outOfOrder(replies: readonly SentReply[], received: ReceivedMails): string[] {
  const last = new Map<string, SentReply>();
  const violations: string[] = [];
  const nthOf = ({ name }: SentReply) => received.of(name)[0]?.nth ?? 0;
  for (const reply of replies) {
    const before = last.get(reply.conversation);
    if (before !== undefined && nthOf(before) > nthOf(reply))
      violations.push(`${reply.name} arrived before ${before.name}`);
    last.set(reply.conversation, reply);
  }
  return violations;
}
