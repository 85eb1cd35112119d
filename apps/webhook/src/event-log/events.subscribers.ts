import { Injectable } from '@nestjs/common';
import { messageRedacted, type EventOf, type LoggedEvent, type MessageDelivery } from '@parley/contracts';
import { On, redactDeadLetters } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { findMessageEvents, forgetResponses, replaceBodies } from './redaction.queries.ts';

@Injectable()
export class EventLogSubscribers {
  /** The log must not show what the message does not show any more; later deliveries and retries send the new bodies. */
  @On(messageRedacted)
  async redactLogWhenMessageIsRedacted({ data }: EventOf<typeof messageRedacted>, tx: Transaction) {
    await redactDeadLetters(tx, data);
    const rows = await tx.query(findMessageEvents, [data.id]);
    if (rows.length === 0) return;
    const bodies = rows.map(({ body }) => {
      const event = JSON.parse(body.toString()) as LoggedEvent;
      return Buffer.from(JSON.stringify(withoutContent(event, data)));
    });
    const events = [rows.map(({ day }) => day), rows.map(({ id }) => id)];
    await tx.query(replaceBodies, [...events, bodies]);
    await tx.query(forgetResponses, events);
  }
}

type Redacted = EventOf<typeof messageRedacted>['data'];

/** The event as it was, with the message as it is now and the state of delivery of then. */
function withoutContent(event: LoggedEvent, data: Redacted): LoggedEvent {
  const { previous } = event;
  return {
    ...event,
    data: { ...data, ...stateIn(event.data) },
    ...(previous && { previous: { ...previous, ...textIn(previous), ...stateIn(previous) } }),
  };
}

/** The former text of a note, which is empty from now on. */
const textIn = (previous: Readonly<Record<string, unknown>>) => ('body' in previous ? { body: '' } : {});

function stateIn({ delivery }: Readonly<Record<string, unknown>>) {
  return delivery == null
    ? {}
    : { delivery: { ...(delivery as MessageDelivery), error: null, recipients: [] } };
}
