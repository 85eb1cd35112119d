import { describe, expect, it } from '@jest/globals';
import { isFiltered, listOf, searchOf, valuesOf } from './filters.ts';

describe('the filters in the address of a list', () => {
  it('may have several values', () => {
    expect(valuesOf('open,pending')).toEqual(['open', 'pending']);
    expect(valuesOf(undefined)).toEqual([]);
  });

  it('without a value are not sent', () => {
    expect(listOf('')).toBeUndefined();
    expect(listOf('urgent')).toEqual(['urgent']);
  });

  it('do not include the order or the page', () => {
    const names = ['q', 'status'];
    expect(isFiltered({ sort: 'created_at', cursor: 'abc', q: '' }, names)).toBe(false);
    expect(isFiltered({ q: 'fire' }, names)).toBe(true);
  });

  it('search from two characters on', () => {
    expect([searchOf(' f '), searchOf(undefined), searchOf(' fire ')]).toEqual([
      undefined,
      undefined,
      'fire',
    ]);
  });
});
