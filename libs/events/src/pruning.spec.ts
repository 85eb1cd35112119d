import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Bench, type Participant } from './bench.fixture.ts';
import { Pruning } from './pruning.ts';

let bench: Bench;
let ticket: Participant;
beforeAll(async () => {
  bench = await Bench.open();
  ticket = bench.at('ticket');
});
beforeEach(() => bench.begin());
afterEach(() => bench.end());
afterAll(() => bench.close());

/** Rows of the outbox of a type, published so long ago; `null` for not yet. */
const publish = (type: string, ago: string | null, count = 1) =>
  ticket.rows(
    `insert into outbox (id, aggregatetype, aggregateid, type, shard, envelope, published_at)
     select gen_random_uuid(), 'ticket', 'x', $1, 0, '{}', now() - $2::interval from generate_series(1, $3)`,
    [type, ago, count],
  );

describe('pruning', () => {
  it('removes what was published a day ago, all of it, and nothing that still has to be', async () => {
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

  it('removes inbox entries only when their events cannot come again', async () => {
    await ticket.rows(
      `insert into processed_event (consumer, message_id, received_at)
       values ('old', gen_random_uuid(), now() - interval '8 days'),
              ('recent', gen_random_uuid(), now() - interval '6 days')`,
    );
    await new Pruning(ticket.db).prune();
    expect(await ticket.rows('select consumer from processed_event')).toEqual([{ consumer: 'recent' }]);
  });
});
