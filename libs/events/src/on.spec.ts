import { afterAll, describe, expect, it } from '@jest/globals';
import { ticketCreated, type EventOf } from '@parley/contracts';
import { createLogger } from '@parley/runtime/logging';
import type { Transaction } from '@parley/persistence';
import { EventsHarness } from './harness.fixture.ts';
import { ticketEnvelope } from './samples.fixture.ts';
import { Consumer } from './consumer.ts';
import type { Envelope } from './envelope.ts';
import { OnBatch, subscriberMetadata, type BatchItem } from './on.ts';

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

const harness = await EventsHarness.open();
await harness.setUp();

describe('a subscriber to batches', () => {
  afterAll(() => harness.close());

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
