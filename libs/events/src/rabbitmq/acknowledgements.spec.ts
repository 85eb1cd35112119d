import { describe, expect, it } from '@jest/globals';
import type { ConsumeMessage } from 'amqplib';
import fc from 'fast-check';
import { Acknowledgements } from './acknowledgements.ts';

const message = (deliveryTag: number) => ({ fields: { deliveryTag } }) as ConsumeMessage;

/** What a broker knows of a channel: an answer is for one tag that waits for it, or for all up to it. */
class Tags {
  readonly waiting = new Set<number>();
  answers = 0;

  ack({ fields: { deliveryTag } }: ConsumeMessage, allUpTo = false): void {
    this.answers += 1;
    // The broker closes the channel for this.
    if (!this.waiting.has(deliveryTag)) throw new Error(`unknown delivery tag ${deliveryTag}`);
    for (const tag of [...this.waiting])
      if (tag === deliveryTag || (allUpTo && tag < deliveryTag)) this.waiting.delete(tag);
  }
}

describe('acknowledgements', () => {
  it('cover exactly the handled messages, in whatever order they complete', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('receive' as const), of: fc.nat() }),
      fc.record({ kind: fc.constant('end' as const), of: fc.nat() }),
      fc.record({ kind: fc.constant('flush' as const), of: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const channel = new Tags();
        const failures: unknown[] = [];
        const acknowledgements = new Acknowledgements(channel, (error) => failures.push(error));
        const running: number[] = [];
        let last = 0;
        for (const { kind, of } of steps) {
          if (kind === 'receive') {
            last += 1;
            channel.waiting.add(last);
            running.push(last);
            acknowledgements.received(message(last));
          } else if (kind === 'end' && running.length > 0) {
            const [tag = 0] = running.splice(of % running.length, 1);
            acknowledgements.acknowledge(message(tag));
          } else if (kind === 'flush') {
            acknowledgements.flush();
            expect([...channel.waiting]).toEqual(running.toSorted((a, b) => a - b));
          }
        }
        acknowledgements.flush();
        expect(failures).toEqual([]);
        expect([...channel.waiting]).toEqual(running.toSorted((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  });

  it('of messages that complete in one turn of the event loop are sent as one', async () => {
    const channel = new Tags();
    const acknowledgements = new Acknowledgements(channel, (error) => {
      throw error;
    });
    for (const tag of [1, 2, 3, 4]) {
      channel.waiting.add(tag);
      acknowledgements.received(message(tag));
    }
    for (const tag of [2, 1, 3]) acknowledgements.acknowledge(message(tag));
    await new Promise(setImmediate);
    expect(channel).toMatchObject({ answers: 1, waiting: new Set([4]) });
  });

  it('report a channel that accepts no more acknowledgements', () => {
    const failures: unknown[] = [];
    const closed = {
      ack: () => {
        throw new Error('Channel closed');
      },
    };
    const acknowledgements = new Acknowledgements(closed, (error) => failures.push(error));
    acknowledgements.received(message(1));
    acknowledgements.acknowledge(message(1));
    acknowledgements.flush();
    expect(failures).toEqual([new Error('Channel closed')]);
  });
});
