import { describe, expect, it } from '@jest/globals';
import { OwnValues } from './own-values.ts';

describe('the values that a field has sent', () => {
  it('are told from others when they come back, late and not all of them', () => {
    const own = new OwnValues();
    for (const value of ['a', 'ab', 'abc']) own.sent(value);
    expect(['ab', 'abc', 'abc'].map((value) => own.takeBack(value))).toEqual([true, true, false]);
  });

  it('do not come back after another value', () => {
    const own = new OwnValues();
    own.sent('a');
    expect(['', 'a'].map((value) => own.takeBack(value))).toEqual([false, false]);
  });
});
