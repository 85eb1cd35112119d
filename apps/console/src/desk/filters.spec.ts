import { describe, expect, it } from '@jest/globals';
import { conversationParameters, isFiltered, listOf, searchOf, valuesOf } from './filters.ts';

describe('the filters in the address of a list', () => {
  it('may have several values', () => {
    expect(valuesOf('open,pending')).toEqual(['open', 'pending']);
    expect(valuesOf(undefined)).toEqual([]);
  });

  it('without a value are not sent', () => {
    expect(listOf('')).toBeUndefined();
    expect(listOf('urgent')).toEqual(['urgent']);
  });

  it('of conversations are sent as lists', () => {
    const filters = { status: 'open,pending', channel: 'email', mailbox: 'mbx_1,none', priority: '' };
    expect(conversationParameters(filters)).toMatchObject({
      status: ['open', 'pending'],
      channel: ['email'],
      mailbox: ['mbx_1', 'none'],
      priority: undefined,
    });
    expect(conversationParameters({}).mailbox).toBeUndefined();
  });

  it('do not include the order or the page', () => {
    const names = ['q', 'status'];
    expect(isFiltered({ sort: 'created_at', cursor: 'abc', q: '' }, names)).toBe(false);
    expect(isFiltered({ q: 'fire' }, names)).toBe(true);
  });

  it('search for more than one letter, or for one character that is a word', () => {
    for (const none of [' f ', 'É', undefined, ' ']) expect(searchOf(none)).toBeUndefined();
    for (const words of ['fire', '犬', '7', '🔥']) expect(searchOf(` ${words} `)).toBe(words);
  });
});
