import { describe, expect, it } from '@jest/globals';
import { senderKey, sendersOf } from './sender-rule.rules.ts';

describe('the senders whose rules apply to an address', () => {
  it('are itself, its domain, and those above it, the closest first', () => {
    expect(sendersOf('Dana@News.Shop.Example')).toEqual([
      'dana@news.shop.example',
      'news.shop.example',
      'shop.example',
    ]);
  });

  it('have the form in which rules are stored, whatever they were written in', () => {
    for (const sender of ['dana@Bücher.example', 'Bücher.Example', 'xn--bcher-kva.example'])
      expect(sendersOf('dana@bücher.example')).toContain(senderKey(sender));
  });
});
