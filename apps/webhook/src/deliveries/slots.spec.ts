import { describe, expect, it, jest } from '@jest/globals';
import { Slots } from './slots.ts';

describe('the slots of a process', () => {
  it('are a quarter for slow endpoints and the rest for the others', () => {
    expect(new Slots(256).free).toEqual({ fast: 192, slow: 64, hanging: [] });
    expect(new Slots(4).free).toEqual({ fast: 3, slow: 1, hanging: [] });
  });

  it('are taken from one pool and given back to it', () => {
    const slots = new Slots(8);
    const quick = slots.take('a', false);
    const slow = slots.take('b', true);
    expect(slots.free).toEqual({ fast: 5, slow: 1, hanging: [] });
    quick();
    quick();
    expect(slots.free).toMatchObject({ fast: 6, slow: 1 });
    slow();
    expect(slots.free).toMatchObject({ fast: 6, slow: 2 });
  });

  it('are those of slow endpoints for what hangs, so that the others have theirs back', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const slots = new Slots(8);
    const given = ['a', 'a', 'b', 'c'].map((id) => slots.take(id, false));
    expect(slots.free).toMatchObject({ fast: 2, slow: 2 });
    clock.mockReturnValue(1_999);
    slots.take('d', false);
    expect(slots.free).toMatchObject({ fast: 1, slow: 2, hanging: [] });
    clock.mockReturnValue(2_000);
    expect(slots.free).toEqual({ fast: 5, slow: 0, hanging: ['a', 'b', 'c'] });
    given[0]?.();
    given[1]?.();
    expect(slots.free).toEqual({ fast: 5, slow: 0, hanging: ['b', 'c'] });
    clock.mockRestore();
  });
});
