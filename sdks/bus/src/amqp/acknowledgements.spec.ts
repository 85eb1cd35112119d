import { describe, expect, it } from '@jest/globals';
import type { ConsumeMessage } from 'amqplib';
import fc from 'fast-check';
import { Acknowledgements } from './queue-consumer.ts';

const message = (deliveryTag: number) => ({ fields: { deliveryTag } }) as ConsumeMessage;

const tagsOf = (messages: readonly ConsumeMessage[]) =>
  messages.map(({ fields }) => fields.deliveryTag).toSorted((a, b) => a - b);

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
  it('are only for messages of their own channel, whose tags another channel has too', () => {
    const channel = new Tags();
    const acknowledgements = new Acknowledgements(channel, () => undefined);
    channel.waiting.add(1);
    acknowledgements.received(message(1));
    const stale = message(1);
    expect(acknowledgements.has(stale)).toBe(false);
    acknowledgements.acknowledge(stale);
    acknowledgements.flush();
    expect([...channel.waiting]).toEqual([1]);
  });

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
        const running: ConsumeMessage[] = [];
        let last = 0;
        for (const { kind, of } of steps) {
          if (kind === 'receive') {
            last += 1;
            channel.waiting.add(last);
            const received = message(last);
            running.push(received);
            acknowledgements.received(received);
          } else if (kind === 'end' && running.length > 0) {
            for (const handled of running.splice(of % running.length, 1))
              acknowledgements.acknowledge(handled);
          } else if (kind === 'flush') {
            acknowledgements.flush();
            expect([...channel.waiting]).toEqual(tagsOf(running));
          }
        }
        acknowledgements.flush();
        expect(failures).toEqual([]);
        expect([...channel.waiting]).toEqual(tagsOf(running));
      }),
      { numRuns: 500 },
    );
  });

  it('of messages that complete in one turn of the event loop are sent as one', async () => {
    const channel = new Tags();
    const acknowledgements = new Acknowledgements(channel, (error) => {
      throw error;
    });
    const [first, second, third, fourth] = [message(1), message(2), message(3), message(4)];
    for (const received of [first, second, third, fourth]) {
      channel.waiting.add(received.fields.deliveryTag);
      acknowledgements.received(received);
    }
    for (const handled of [second, first, third]) acknowledgements.acknowledge(handled);
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
    const received = message(1);
    acknowledgements.received(received);
    acknowledgements.acknowledge(received);
    acknowledgements.flush();
    expect(failures).toEqual([new Error('Channel closed')]);
  });
});
