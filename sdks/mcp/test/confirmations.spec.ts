import { expect, it } from '@jest/globals';
import { Confirmations } from '../src/confirmations.ts';

const ARGS = ['reply', 'conv_1', 'Hello'];
const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const own = new Confirmations('secret');

it('a confirmation holds for its arguments, for five minutes, and wherever the secret is known', () => {
  const text = own.issue(ARGS, NOW);
  expect(own.check(text, ARGS, NOW + 299_000)).toBe(true);
  expect(new Confirmations('secret').check(text, ARGS, NOW)).toBe(true);
  expect(own.check(text, ARGS, NOW + 302_000)).toBe(false);
  expect(own.check(text, ['reply', 'conv_1', 'Hello!'], NOW)).toBe(false);
  expect(own.check(text, ['reply', 'conv_2', 'Hello'], NOW)).toBe(false);
  expect(new Confirmations('another').check(text, ARGS, NOW)).toBe(false);
});

it.each(['', 'yes', 'zzzzzzzz.aaaaaaaaaaaaaaaaaaaaaa'])('nothing else is one: %s', (text) => {
  expect(own.check(text, ARGS, NOW)).toBe(false);
});

it('a later end cannot be written into one', () => {
  const [, signature = ''] = own.issue(ARGS, NOW).split('.');
  const later = Math.ceil((NOW + 86_400_000) / 1000)
    .toString(36)
    .padStart(8, '0');
  expect(own.check(`${later}.${signature}`, ARGS, NOW)).toBe(false);
});
