import { expect, it } from '@jest/globals';
import { operator } from '../e2e/platform.ts';

it.each([
  ['too long', 'A'.repeat(4097)],
  ['with a NUL', 'WyJjcmVhdGVkX2F0%00'],
  ['empty', ''],
  ['no base64url', 'a%2Fb'],
])('a cursor that is %s is malformed: 400', async (_, cursor) => {
  const { live } = await operator.workspace();
  const { status, body } = await live.raw('GET', `/v1/tickets?cursor=${cursor}`);
  expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', 'cursor']);
});
