import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { curlOf, firstCurl } from './curl.ts';

const BASE = 'https://api.example.com';

it('a command means the same to the shell, whatever it contains', () => {
  const body = { subject: `It's $HOME \`id\` "x" \\` };
  const command = curlOf(BASE, 'sk_test_x', '/v1/tickets', body).replace('curl', `printf '%s\\n'`);
  expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trimEnd().split('\n')).toEqual([
    `${BASE}/v1/tickets`,
    '-H',
    'Authorization: Bearer sk_test_x',
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify(body),
  ]);
});

it('a new credential makes a ticket if it may, and else says who it is', () => {
  expect(firstCurl(BASE, 'x', ['tickets:read', 'tickets:write'])).toContain('/v1/tickets');
  expect(firstCurl(BASE, 'x', ['tickets:read'])).toContain('/v1/me');
});
