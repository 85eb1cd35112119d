import { describe, expect, it } from '@jest/globals';
import { isSampled, traceContextOf, traceIdOf } from './trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;

describe('a trace context', () => {
  it('is read from headers, with the state of vendors', () => {
    expect(traceContextOf({ traceparent, tracestate: 'a=1' })).toEqual({ traceparent, tracestate: 'a=1' });
    expect(traceContextOf({ traceparent })).toEqual({ traceparent });
    expect([traceIdOf({ traceparent }), isSampled({ traceparent })]).toEqual([TRACE, true]);
  });

  it.each([
    ['no trace', {}],
    ['ids of zeros', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
    ['another form', { traceparent: 'x', tracestate: 'a=1' }],
  ])('is empty for %s', (_, headers) => {
    expect(traceContextOf(headers)).toEqual({});
  });

  it.each([['x'.repeat(513)], ['a=1\r\nx: y'], [['a=1', 'b=2']]])('leaves out the state %j', (tracestate) => {
    expect(traceContextOf({ traceparent, tracestate })).toEqual({ traceparent });
  });
});
