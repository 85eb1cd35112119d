import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@parley/runtime/logging';
import { eventually, gate } from '@parley/testing';
import { EventsHarness, type TestService } from './harness.fixture.ts';
import { ticketEnvelope } from './samples.fixture.ts';
import { Consumer } from './consumer.ts';
import { oneByOne } from './on.ts';

const TIMEOUT_MS = 1_000;

const harness = await EventsHarness.open();

describe('a subscriber that hangs', () => {
  let contact: TestService;
  /** Completes the hanging subscribers. */
  let release: () => void;
  let done: string[];
  let consumer: Consumer;
  beforeEach(async () => {
    await harness.setUp();
    contact = harness.service('contact');
    done = [];
    const [released, open] = gate();
    release = open;
    const hanging = {
      name: 'contact.hang',
      types: new Set(['ticket.created']),
      run: oneByOne(async (event) => {
        const { subject } = event.data as unknown as { subject: string };
        if (subject === 'cursed') await released;
        done.push(subject);
      }),
    };
    consumer = new Consumer([hanging], contact.db, createLogger('contact', 'silent'), [10, 20], TIMEOUT_MS);
  });
  afterAll(() => harness.close());

  it('times out at each attempt, and the event is dead-lettered with the cause', async () => {
    const cursed = ticketEnvelope({ subject: 'cursed' });
    try {
      const answers = [];
      for (const attempt of [1, 2, 3]) answers.push(await consumer.consume(cursed, attempt));
      expect(answers).toMatchObject([
        { outcome: 'retry', afterMs: 10, isOutage: false },
        { outcome: 'retry', afterMs: 20, isOutage: false },
        { outcome: 'done' },
      ]);
      const deadLetters = await contact.rows('select consumer, attempts, error from dead_letter');
      expect(deadLetters).toEqual([
        {
          consumer: 'contact.hang',
          attempts: 3,
          error: expect.stringContaining(`contact.hang timed out after ${TIMEOUT_MS} ms`),
        },
      ]);
    } finally {
      release();
    }
    await eventually(() => done.length > 0);
  });

  it('does not delay later events, and delays those of its own batch only until their retry', async () => {
    const others = [ticketEnvelope({ subject: 'one' }), ticketEnvelope({ subject: 'two' })];
    try {
      // One batch, which fails as a whole.
      const first = await Promise.all(
        [ticketEnvelope({ subject: 'cursed' }), ...others].map((one) => consumer.consume(one, 1)),
      );
      expect(first.map(({ outcome }) => outcome)).toEqual(['retry', 'retry', 'retry']);
      expect(await consumer.consume(ticketEnvelope({ subject: 'later' }), 1)).toEqual({ outcome: 'done' });
      expect(done).toEqual(['later']);
    } finally {
      release();
    }
    await eventually(() => done.length === 4);
    for (const other of others) expect(await consumer.consume(other, 2)).toEqual({ outcome: 'done' });
    // Their effect was committed with the batch.
    expect(done).toHaveLength(4);
  });
});
