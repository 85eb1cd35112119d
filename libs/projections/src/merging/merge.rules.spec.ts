import { describe, expect, it } from '@jest/globals';
import { newUuid } from '@parley/runtime/records';
import fc from 'fast-check';
import { directOf, unionOf, without, type MergedRecord } from './merge.rules.ts';

type Own = Parameters<typeof unionOf>[0];

const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
const fields = fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.integer({ min: 1, max: 3 }));
const record: fc.Arbitrary<Own> = fc
  .record({ tags, custom_fields: fields })
  .map((values) => ({ ...values, id: newUuid(), merged_ids: [] as string[] }));

/** A survivor with records that are merged into it one after the other. */
function merged(survivor: Own, others: readonly Own[]): { one: Own; all: MergedRecord[] } {
  let one = survivor;
  const all: MergedRecord[] = [];
  for (const [nth, other] of others.entries()) {
    const { shared, gained } = unionOf(
      one,
      [other],
      directOf(all).map((earlier) => earlier.gained),
    );
    const got = gained.get(other.id);
    if (got === undefined) throw new Error('a merged record has given nothing');
    one = { ...one, ...shared };
    all.push({ id: other.id, merged_at: new Date(nth), record: other, gained: got });
  }
  return { one, all };
}

describe('merged records', () => {
  it('have the tags and the custom fields of all; those of the survivor win', () => {
    fc.assert(
      fc.property(record, fc.array(record, { maxLength: 4 }), (survivor, others) => {
        const { one } = merged(survivor, others);
        expect(new Set(one.tags)).toEqual(new Set([survivor, ...others].flatMap((each) => each.tags)));
        expect(one.custom_fields).toMatchObject(survivor.custom_fields);
        expect(new Set(Object.keys(one.custom_fields))).toEqual(
          new Set([survivor, ...others].flatMap((each) => Object.keys(each.custom_fields))),
        );
        expect(one.merged_ids).toEqual(others.map(({ id }) => id));
      }),
    );
  });

  it('leave the survivor as it was, in whichever order they are given back', () => {
    const order = fc.array(record, { maxLength: 4 }).chain((others) =>
      fc.tuple(
        fc.constant(others),
        fc.shuffledSubarray(
          others.map(({ id }) => id),
          { minLength: others.length },
        ),
      ),
    );
    fc.assert(
      fc.property(record, order, (survivor, [others, back]) => {
        let { one, all } = merged(survivor, others);
        for (const id of back) {
          const rest = all.filter((each) => each.id !== id);
          one = {
            ...one,
            ...without(
              one,
              all.filter((each) => each.id === id),
              rest,
            ),
          };
          all = rest;
        }
        expect(one).toEqual(survivor);
      }),
    );
  });

  it('leave what was changed since', () => {
    const survivor: Own = { id: newUuid(), tags: ['a'], custom_fields: {}, merged_ids: [] };
    const other: Own = { id: newUuid(), tags: ['b'], custom_fields: { x: 1, y: 1 }, merged_ids: [] };
    const { one, all } = merged(survivor, [other]);
    const changed = { ...one, tags: [...one.tags, 'c'], custom_fields: { x: 1, y: 2 } };
    expect(without(changed, all, [])).toEqual({
      tags: ['a', 'c'],
      custom_fields: { y: 2 },
      merged_ids: [],
    });
  });

  it('are not more than one record can have', () => {
    const many = (letter: string) => Array.from({ length: 30 }, (_, nth) => `${letter}${nth}`);
    const of = (letter: string): Own => ({
      id: newUuid(),
      tags: many(letter),
      custom_fields: {},
      merged_ids: [],
    });
    expect(() => unionOf(of('a'), [of('b')], [])).toThrow('from_ids: together have more than 50 tags');
  });
});
