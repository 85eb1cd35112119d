import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { firstUuidAt, timeOfUuid } from './ids.ts';

describe('the time in an id', () => {
  it('is the time of creation, and ids sort by it', () => {
    const instants = fc.date({ min: new Date(0), max: new Date(2 ** 48 - 1), noInvalidDate: true });
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
});
