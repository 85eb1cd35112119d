import { expect, it } from '@jest/globals';
import { Slots } from './slots.ts';

it('a key has as many slots as it may, whatever others have, and each comes back once', () => {
  const slots = new Slots<string>(2, 'tests');
  const [first, second] = [slots.take('a'), slots.take('a')];
  expect(() => slots.take('a')).toThrow('The workspace has 2 tests in progress.');
  expect(slots.take('b')).toBeDefined();
  first();
  first();
  expect(slots.take('a')).toBeDefined();
  expect(() => slots.take('a')).toThrow('The workspace has 2 tests in progress.');
  second();
  expect(slots.take('a')).toBeDefined();
});
