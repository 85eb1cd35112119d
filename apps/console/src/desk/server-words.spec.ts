import { expect, it } from '@jest/globals';
import { withoutServerWords, withServerWords } from './server-words.ts';

it('the words of a server are told from those of the platform', () => {
  const message = 'The server refuses the mail. The server said: 5.7.1 Spam';
  expect(withoutServerWords(message)).toBe('The server refuses the mail.');
  expect(withServerWords(message)).toBe('The server refuses the mail. The server said: “5.7.1 Spam”.');
  for (const own of ['The server refuses the mail.', ''])
    expect([withoutServerWords(own), withServerWords(own)]).toEqual([own, own]);
});
