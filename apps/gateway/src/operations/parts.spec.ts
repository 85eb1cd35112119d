import { describe, expect, it } from '@jest/globals';
import { operations } from '@parley/contracts';
import fc from 'fast-check';
import { routeOf } from './operation-route.ts';
import { unknownParameters } from './read-input.ts';

describe('unknown parameters', () => {
  it('are empty if parsing kept every key', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => unknownParameters(value, structuredClone(value)).length === 0),
    );
  });

  it('are exactly the keys that parsing dropped, at any depth', () => {
    const key = fc.stringMatching(/^[a-z]{1,5}$/);
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), key, fc.jsonValue(), (known, name, value) => {
        const sent = { list: [{ ...known, [`${name}_x`]: value }] };
        const params = unknownParameters(sent, { list: [known] }).map((detail) => detail.param);
        expect(params).toEqual([`list[0].${name}_x`]);
      }),
    );
  });

  it('are not searched for in values that parsing transformed', () => {
    expect(unknownParameters({ tags: ['a', 'A'], when: { y: 1 } }, { tags: ['a'], when: 5 })).toEqual([]);
  });
});

/** What can be asked for without a word. */
const BODY_OPTIONAL = ['message.resend', 'webhook.rotate_secret'];

it.each(operations.map((operation) => [operation.id, operation] as const))(
  'a route is derived from %s',
  (_, operation) => {
    const route = routeOf(operation);
    expect(`${route.method} ${route.path}`).toBe(operation.route.replaceAll(/\{(\w+)\}/g, ':$1'));
    expect(route.needsBody).toBe(operation.body !== undefined && !BODY_OPTIONAL.includes(operation.id));
  },
);
