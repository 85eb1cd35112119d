import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EventParser } from './event-parser.ts';

const STREAM = 'retry: 1500\n\nid: 7\n\n:\n\nid: 8\ndata: {"a":\ndata: 1}\n\nid:9\ndata:x\n\n';

describe('the parser of event streams', () => {
  it('reads ids, data of several lines, and how long to wait before a reconnection', () => {
    const parser = new EventParser();
    const events = parser.push(STREAM);
    expect(events.filter(({ data }) => data !== '')).toEqual([
      { id: '8', data: '{"a":\n1}' },
      { id: '9', data: 'x' },
    ]);
    expect(parser.retryMs).toBe(1500);
  });

  it('tells the position even where it comes without an event', () => {
    expect(new EventParser().push('id: 7\n\n').at(-1)).toEqual({ id: '7', data: '' });
  });

  it('reads the same however the stream is cut, and with every kind of line end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: STREAM.length })),
        fc.constantFrom('\n', '\r\n', '\r'),
        (cuts, lineEnd) => {
          const text = `${STREAM.replaceAll('\n', lineEnd)}id: 10${lineEnd}${lineEnd}:`;
          const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
          const parser = new EventParser();
          const found = places.slice(1).flatMap((end, index) => parser.push(text.slice(places[index], end)));
          expect(found).toEqual(new EventParser().push(text));
          expect(found.at(-1)?.id).toBe('10');
        },
      ),
    );
  });

  it('keeps what has not ended for the next chunk', () => {
    const parser = new EventParser();
    expect(parser.push('id: 1\ndata: half')).toEqual([]);
    expect(parser.push(' and half\n\n')).toEqual([{ id: '1', data: 'half and half' }]);
  });
});
