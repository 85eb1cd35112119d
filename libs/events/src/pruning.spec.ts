import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventsHarness, type TestService } from './harness.fixture.ts';
import { Pruning } from './pruning.ts';

let harness: EventsHarness;
let ticket: TestService;
beforeAll(async () => {
  harness = await EventsHarness.open();
  ticket = harness.service('ticket');
});
beforeEach(() => harness.setUp());
afterEach(() => harness.tearDown());
afterAll(() => harness.close());

/** Inserts outbox rows of a type with the age of their publication; `null` for unpublished ones. */
const publish = (type: string, ago: string | null, count = 1) =>
  ticket.rows(
    `insert into outbox (id, aggregatetype, aggregateid, type, shard, envelope, published_at)
     select gen_random_uuid(), 'ticket', 'x', $1, 0, '{}', now() - $2::interval from generate_series(1, $3)`,
    [type, ago, count],
  );

describe('pruning', () => {
  it('deletes all events published a day ago, and no unpublished ones', async () => {
    await publish('old', '25 hours', 2_100);
    await publish('recent', '23 hours');
    await publish('waiting', null);
    await ticket.rows(`update outbox set occurred_at = now() - interval '30 days'`);
    await new Pruning(ticket.db).prune();
    expect(await ticket.rows('select type from outbox order by type')).toEqual([
      { type: 'recent' },
      { type: 'waiting' },
    ]);
  });

  it('deletes processed-event records only once the events cannot be redelivered', async () => {
    await ticket.rows(
      `insert into processed_event (consumer, message_id, received_at)
       values ('old', gen_random_uuid(), now() - interval '8 days'),
              ('recent', gen_random_uuid(), now() - interval '6 days')`,
    );
    await new Pruning(ticket.db).prune();
    expect(await ticket.rows('select consumer from processed_event')).toEqual([{ consumer: 'recent' }]);
  });
});
