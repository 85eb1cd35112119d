import { expect, it } from '@jest/globals';
import { browserLabel } from './browser-labels.ts';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36 Edg/131.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/604.1',
    'Safari on iOS',
  ],
  ['curl/8.5.0', 'curl'],
  ['', ''],
])('shows %j as %j', (userAgent, label) => {
  expect(browserLabel(userAgent)).toBe(label);
});

it('says so where the browser is unknown', () => {
  expect(browserLabel(null)).toBe('Unknown browser');
});
