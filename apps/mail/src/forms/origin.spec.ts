import { describe, expect, it } from '@jest/globals';
import { corsHeaders, isAllowed, originOf } from './origin.rules.ts';

const SITE = 'https://www.example.com';

describe('the origin of a form', () => {
  it.each([
    [{ origin: SITE, referer: 'https://evil.example/' }, SITE],
    [{ referer: `${SITE}/contact?x#y` }, SITE],
    [{ origin: 'null', referer: `${SITE}/` }, null],
    [{ referer: 'no url' }, null],
    [{}, null],
  ])('of %j is %s', (headers, origin) => {
    expect(originOf(headers)).toBe(origin);
  });

  it('is one of those that are allowed, if there are any', () => {
    expect(isAllowed(SITE, [SITE])).toBe(true);
    for (const other of ['https://example.com', `${SITE}.evil.example`, 'http://www.example.com', null])
      expect(isAllowed(other, [SITE])).toBe(false);
    expect(isAllowed(null, [])).toBe(true);
  });

  it('may read the answer if it is allowed', () => {
    expect(corsHeaders(SITE, [SITE])).toEqual({ 'access-control-allow-origin': SITE, vary: 'Origin' });
    expect(corsHeaders('https://evil.example', [SITE])).toEqual({ vary: 'Origin' });
    expect(corsHeaders(null, [])).toEqual({ 'access-control-allow-origin': '*' });
  });
});
