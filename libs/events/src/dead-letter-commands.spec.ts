import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ApiError,
  getDeadLetter,
  listDeadLetters,
  replayDeadLetters,
  type ParsedInput,
} from '@parley/contracts';
import { systemContext } from '@parley/runtime/context';
import { createLogger } from '@parley/runtime/logging';
import { EventsHarness, type TestService } from './harness.fixture.ts';
import { ticketEnvelope } from './samples.fixture.ts';
import { Consumer } from './consumer.ts';
import { DeadLetterCommands } from './dead-letter-commands.ts';
import { oneByOne } from './on.ts';

let harness: EventsHarness;
let contact: TestService;
let consumer: Consumer;
let commands: DeadLetterCommands;
let fault: Error | undefined;
let effects: string[];
/** Effects of a subscriber that does not fail. */
let others: string[];
beforeAll(async () => {
  harness = await EventsHarness.open();
  contact = harness.service('contact');
  const fragile = {
    name: 'contact.fragile',
    types: new Set(['ticket.created']),
    run: oneByOne((event) => {
      if (fault !== undefined) return Promise.reject(fault);
      effects.push(event.id);
      return Promise.resolve();
    }),
  };
  const sturdy = {
    name: 'contact.sturdy',
    types: new Set(['ticket.created']),
    run: oneByOne((event) => {
      others.push(event.id);
      return Promise.resolve();
    }),
  };
  consumer = new Consumer([fragile, sturdy], contact.db, createLogger('contact', 'silent'), [10]);
  commands = new DeadLetterCommands(contact.db);
  commands.setConsumer(consumer);
});
beforeEach(async () => {
  await harness.setUp();
  [fault, effects, others] = [new Error('out of cheese'), [], []];
});
afterAll(() => harness.close());

/** Dead-letters an event; returns its id. */
async function deadLetter(): Promise<string> {
  const one = ticketEnvelope();
  await consumer.consume(one, 2);
  return one.id;
}

const PROCESSED_BY_FRAGILE = `select 1 from processed_event where consumer = 'contact.fragile'`;
const list = (limit = 50) => commands.list(systemContext(), { service: 'contact', limit });
const replay = (which: Omit<ParsedInput<typeof replayDeadLetters>, 'service'>) =>
  commands.replay(systemContext(), { service: 'contact', ...which });

describe('the dead letters of a service', () => {
  it('are listed oldest first up to the limit, with their cause and the total', async () => {
    const ids = [await deadLetter(), await deadLetter(), await deadLetter()];
    const { dead_letters: found, total } = listDeadLetters.output.parse(await list(2));
    expect(found.map(({ event_id }) => event_id)).toEqual(ids.slice(0, 2));
    expect(total).toBe(3);
    expect(found[0]).toMatchObject({
      consumer: 'contact.fragile',
      type: 'ticket.created',
      error: 'Error: out of cheese',
      attempts: 2,
    });
  });

  it('take effect once when replayed, and are removed', async () => {
    const id = await deadLetter();
    await deadLetter();
    fault = undefined;
    const [first] = (await list()).dead_letters;
    expect(await replay({ id: first?.id })).toEqual({ replayed: 1, failed: [], remaining: 0 });
    expect(effects).toEqual([id]);
    await expect(replay({ id: first?.id })).rejects.toMatchObject({ code: 'not_found' });
    expect(await replay({ all: true })).toEqual({ replayed: 1, failed: [], remaining: 0 });
    expect(await list()).toEqual({ dead_letters: [], total: 0 });
    expect(effects).toHaveLength(2);
  });

  it('are replayed to the subscriber that failed alone, also after the records of the others have expired', async () => {
    const id = await deadLetter();
    expect(others).toEqual([id]);
    await contact.rows('delete from processed_event');
    fault = undefined;
    expect(await replay({ all: true })).toEqual({ replayed: 1, failed: [], remaining: 0 });
    expect([effects, others]).toEqual([[id], [id]]);
  });

  it('are shown with the complete error and the event', async () => {
    const id = await deadLetter();
    const [letter] = (await list()).dead_letters;
    const shown = getDeadLetter.output.parse(
      await commands.show(systemContext(), { service: 'contact', id: letter?.id ?? 'dead_' }),
    );
    expect(shown).toMatchObject({
      id: letter?.id,
      error: expect.stringMatching(/^Error: out of cheese\n +at /),
      message: { id, type: 'ticket.created', specversion: '1.0' },
    });
    await consumer.storeDeadLetter('contact', { body: 'nonsense', cause: 'no JSON', attempts: 1 });
    const other = (await list()).dead_letters.find(({ type }) => type === null);
    const unreadable = await commands.show(systemContext(), {
      service: 'contact',
      id: other?.id ?? 'dead_',
    });
    expect(unreadable.message).toBe('nonsense');
  });

  it('are discarded one by one, or all of a subscriber', async () => {
    for (let count = 0; count < 3; count += 1) await deadLetter();
    const [first] = (await list()).dead_letters;
    const discard = (which: { id?: typeof id; consumer?: string }) =>
      commands.discard(systemContext(), { service: 'contact', ...which });
    const id = first?.id ?? 'dead_';
    expect(await discard({ id })).toEqual({ discarded: 1 });
    await expect(discard({ id })).rejects.toMatchObject({ code: 'not_found' });
    expect(await discard({ consumer: 'contact.sturdy' })).toEqual({ discarded: 0 });
    expect(await discard({ consumer: 'contact.fragile' })).toEqual({ discarded: 2 });
    expect(await list()).toEqual({ dead_letters: [], total: 0 });
  });

  it('of a subscriber that does not exist any more are kept and reported', async () => {
    await deadLetter();
    await contact.rows(`update dead_letter set consumer = 'contact.gone'`);
    const { replayed, failed } = await replay({ all: true });
    const error = 'contact.gone does not subscribe to ticket.created any more.';
    expect([replayed, failed.map((one) => one.error)]).toEqual([0, [error]]);
  });

  it('are kept with the new cause if they fail again, and have no effect', async () => {
    await deadLetter();
    const [before] = (await list()).dead_letters;
    fault = new TypeError('the cheese\0 is blue');
    const error = 'TypeError: the cheese\uFFFD is blue';
    const failed = [{ id: before?.id, error: `The subscriber failed again: ${error}` }];
    expect(await replay({ all: true })).toEqual({ replayed: 0, failed, remaining: 0 });
    expect((await list()).dead_letters).toEqual([{ ...before, error, attempts: 3 }]);
    expect(await contact.rows(PROCESSED_BY_FRAGILE)).toEqual([]);
  });

  it('are kept unchanged if a dependency of the subscriber is unavailable', async () => {
    await deadLetter();
    const before = await list();
    fault = new ApiError('service_unavailable');
    const { failed } = await replay({ all: true });
    expect(failed).toEqual([
      { id: before.dead_letters[0]?.id, error: expect.stringContaining('is unavailable: ApiError') },
    ]);
    expect(await list()).toEqual(before);
    expect(await contact.rows(PROCESSED_BY_FRAGILE)).toEqual([]);
  });

  it('that are not events are kept and reported', async () => {
    await consumer.storeDeadLetter('contact', { body: 'nonsense', cause: 'no JSON', attempts: 1 });
    await consumer.storeDeadLetter('contact', {
      body: JSON.stringify(ticketEnvelope()),
      cause: 'killed us',
      attempts: 20,
    });
    fault = undefined;
    const { replayed, failed } = await replay({ all: true });
    expect([replayed, failed.map(({ error }) => error)]).toEqual([1, ['The message is not an event.']]);
    expect(effects).toHaveLength(1);
  });
});
