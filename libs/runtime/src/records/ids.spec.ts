import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { firstUuidAt, LAST_UUID_MS, timeOfUuid } from './ids.ts';

describe('the time in an id', () => {
  it('is the time of creation, and ids sort by it', () => {
    const instants = fc.date({ min: new Date(0), max: new Date(LAST_UUID_MS - 1), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (instant) => {
        const id = v7({ msecs: instant.getTime() });
        expect(timeOfUuid(id)).toEqual(instant);
        expect(timeOfUuid(firstUuidAt(instant))).toEqual(instant);
        expect(firstUuidAt(instant) <= id).toBe(true);
        expect(id < firstUuidAt(new Date(instant.getTime() + 1))).toBe(true);
      }),
    );
  });

  it.each([
    [new Date(-1), '00000000-0000-7000-8000-000000000000'],
    [new Date(LAST_UUID_MS + 1), 'ffffffff-ffff-7000-8000-000000000000'],
    [new Date(8.64e15), 'ffffffff-ffff-7000-8000-000000000000'],
  ])('of %p is clamped to what an id can hold', (instant, id) => {
    expect(firstUuidAt(instant)).toBe(id);
  });
});
