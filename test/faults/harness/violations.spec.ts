import { expect, it } from '@jest/globals';
import type { Verdict } from './history.ts';
import { violationsOf, violationsOfRequests, violationsOfTimes } from './violations.ts';

const good: Verdict = {
  attempted: 1,
  acknowledged: 1,
  delivered: 1,
  lost: [],
  unexpected: [],
  repeated: [],
  crossed: [],
  duplicated: 3,
  recoveredS: 29,
  outOfOrder: [],
};
const ok = { outcome: 'ok', code: undefined, status: 201, tookMs: 5 } as const;
const refused = { outcome: 'refused', code: 'service_unavailable', status: 503, tookMs: 5 } as const;
const unanswered = { outcome: 'unknown', code: undefined, status: undefined, tookMs: 5 } as const;

it('a good verdict violates nothing', () => {
  expect(violationsOf({}, good)).toEqual([]);
});

it.each([
  ['lost', { lost: ['s1'] }],
  ['unexpected', { unexpected: ['s1'] }],
  ['repeated effect', { repeated: ['s1'] }],
  ['tenant', { crossed: ['s1'] }],
  ['order', { outOfOrder: ['s1'] }],
  ['recovery', { recoveredS: 31 }],
  ['recovery', { recoveredS: Infinity }],
] satisfies [string, Partial<Verdict>][])('a violation of %s is one of its kind', (kind, change) => {
  expect(violationsOf({}, { ...good, ...change }).map((violation) => violation.kind)).toEqual([kind]);
});

it('a case may allow another order', () => {
  expect(violationsOf({ mayReorder: true }, { ...good, outOfOrder: ['s1'] })).toEqual([]);
});

it('a platform that may refuse requests does so with a typed error, and always answers', () => {
  const textsOf = (api: 'available' | 'may refuse', ...writes: Parameters<typeof violationsOfRequests>[1]) =>
    violationsOfRequests({ api }, writes).map(({ text }) => text);
  expect(textsOf('available', ok)).toEqual([]);
  expect(textsOf('may refuse', ok, refused)).toEqual([]);
  expect(textsOf('available', refused)).toEqual(['1 responses like 503 service_unavailable']);
  expect(textsOf('may refuse', unanswered)).toEqual(['1 responses like none without a code']);
  expect(textsOf('may refuse', { ...refused, code: 'internal_error' })).toHaveLength(1);
  expect(textsOf('available', { ...ok, tookMs: 7_000 })).toEqual(['1 responses after their deadline']);
});

it('a case may bound the response times: one response in a hundred may take longer', () => {
  const taking = (...times: number[]) => times.map((tookMs) => ({ tookMs }));
  const fast = Array.from({ length: 99 }, () => 10);
  expect(violationsOfTimes({ p99Ms: 1_000 }, taking(...fast, 1_500))).toEqual([]);
  expect(violationsOfTimes({ p99Ms: 1_000 }, taking(...fast, 1_500, 1_200))).toEqual([
    { kind: 'case', text: 'p99 of the responses is 1200 ms, over 1000 ms' },
  ]);
  expect(violationsOfTimes({}, taking(60_000))).toEqual([]);
});
