import { afterAll, describe, expect, it } from '@jest/globals';
import { ticketCreated, type EventOf } from '@parley/contracts';
import { createLogger } from '@parley/runtime/logging';
import type { Transaction } from '@parley/persistence';
import { EventsHarness } from './harness.fixture.ts';
import { ticketEnvelope } from './samples.fixture.ts';
import { Consumer } from './consumer.ts';
import type { Envelope } from './envelope.ts';
import { Observe, On, OnBatch, subscriberMetadata, type BatchItem } from './on.ts';

class Notes {
  readonly batches: string[][] = [];
  readonly tenants = new Set<string>();

  @OnBatch(ticketCreated)
  async noteTicketsWhenCreated(
    batch: readonly BatchItem<EventOf<typeof ticketCreated>, Transaction>[],
  ): Promise<void> {
    this.batches.push(batch.map(({ event }) => event.data.subject));
    for (const { tx } of batch) this.tenants.add(tx.ctx.tenant.workspaceId);
    if (batch.some(({ event }) => event.data.subject === 'cursed')) throw new Error('not this one');
    await Promise.resolve();
  }
}

class UrgentNotes {
  readonly subjects: string[] = [];

  @On(ticketCreated, { filter: ({ data }) => data.priority === 'urgent' })
  async noteUrgentTicketsWhenCreated({ data }: EventOf<typeof ticketCreated>, _tx: Transaction) {
    this.subjects.push(data.subject);
    await Promise.resolve();
  }
}

class Watch {
  readonly subjects: string[] = [];

  @Observe(ticketCreated)
  seeTicketsWhenCreated({ data }: EventOf<typeof ticketCreated>): void {
    this.subjects.push(data.subject);
  }
}

const harness = await EventsHarness.open();
await harness.setUp();
afterAll(() => harness.close());

describe('a subscriber with a filter', () => {
  it('receives the events that it needs; others are done without a record', async () => {
    const notes = new UrgentNotes();
    const { run, filter } = subscriberMetadata(UrgentNotes.prototype.noteUrgentTicketsWhenCreated) ?? {};
    const name = 'contact.noteUrgentTicketsWhenCreated';
    const contact = harness.service('contact');
    const consumer = new Consumer(
      [{ name, types: new Set(['ticket.created']), filter, run: run?.bind(notes) as never }],
      contact.db,
      createLogger('contact', 'silent'),
    );
    const envelopes = (['urgent', 'low'] as const).map((priority) =>
      ticketEnvelope({ subject: priority, priority }),
    );
    for (const envelope of envelopes)
      expect(await consumer.consume(envelope, 1)).toEqual({ outcome: 'done' });
    expect(notes.subjects).toEqual(['urgent']);
    const processed = await contact.rows('select message_id from processed_event where consumer = $1', [
      name,
    ]);
    expect(processed).toHaveLength(1);
  });
});

describe('an observer', () => {
  it('is told of each event without a record of it', async () => {
    const watch = new Watch();
    const { run, observe } = subscriberMetadata(Watch.prototype.seeTicketsWhenCreated) ?? {};
    const name = 'contact.seeTicketsWhenCreated';
    const contact = harness.service('contact');
    const types = new Set(['ticket.created']);
    const consumer = new Consumer(
      [{ name, types, run: run as never, observe: observe?.bind(watch) }],
      contact.db,
      createLogger('contact', 'silent'),
    );
    const envelope = ticketEnvelope({ subject: 'seen' });
    for (let times = 0; times < 2; times += 1)
      expect(await consumer.consume(envelope, 1)).toEqual({ outcome: 'done' });
    expect(watch.subjects).toEqual(['seen', 'seen']);
    const processed = await contact.rows('select message_id from processed_event where consumer = $1', [
      name,
    ]);
    expect(processed).toEqual([]);
  });
});

describe('a subscriber to batches', () => {
  it('receives concurrent events in one batch, each with its tenant, and retries them individually after a failure', async () => {
    const notes = new Notes();
    const reaction = subscriberMetadata(Notes.prototype.noteTicketsWhenCreated);
    const subscription = {
      name: 'contact.noteTicketsWhenCreated',
      types: new Set(['ticket.created']),
      run: reaction?.run.bind(notes) as never,
    };
    const consumer = new Consumer(
      [subscription],
      harness.service('contact').db,
      createLogger('contact', 'silent'),
    );
    const envelopes = ['one', 'two', 'two again', 'cursed'].map((subject) => ticketEnvelope({ subject }));
    const twice = envelopes[0] as Envelope;
    const taken = await Promise.all([...envelopes, twice].map((envelope) => consumer.consume(envelope, 1)));
    expect(notes.batches).toEqual([
      ['one', 'two', 'two again', 'cursed'],
      ['one'],
      ['two'],
      ['two again'],
      ['cursed'],
    ]);
    expect(notes.tenants.size).toBe(4);
    expect(taken.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'retry', 'done']);
  });
});
