import { expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { printable, toTable } from './table.ts';
import { Terminal } from './terminal.ts';

const keys = {
  keys: [
    { id: 'key_1', name: 'CI', scopes: ['tickets:read', 'users:read'], revoked_at: null, last_used: null },
    { id: 'key_22', name: 'Reporting', scopes: [], revoked_at: '2026-11-21', last_used: null },
  ],
};

it('a list is a table without the columns that have no values', () => {
  expect(toTable(keys, 80)).toBe(
    [
      'ID      NAME       SCOPES                    REVOKED AT',
      'key_1   CI         tickets:read, users:read  -',
      'key_22  Reporting  -                         2026-11-21',
    ].join('\n'),
  );
});

it('a list that is too wide is a block of lines for each row', () => {
  expect(toTable({ keys: keys.keys.slice(1) }, 20)).toBe(
    [
      'id          key_22',
      'name        Reporting',
      'scopes      -',
      'revoked at  2026-11-21',
      'last used   -',
    ].join('\n'),
  );
});

it('single values are lines, also those of nested objects', () => {
  expect(toTable({ total: 0, targets: { urgent: '1h' }, dead_letters: [] }, 80)).toBe(
    'total           0\ntargets.urgent  1h\n\nNo dead letters.',
  );
});

it('what others wrote cannot control the terminal', () => {
  expect(printable('a\u001b[2Jb\u009b\u202ec\n\n d')).toBe('a\\u{1b}[2Jb\\u{9b}\\u{202e}c d');
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const text = new Terminal(output, output).json({ name: 'a\u001b\u009b\u202e\u{e0001}' });
  expect(text).toBe('{"name":"a\\u001b\\u009b\\u202e\\udb40\\udc01"}');
  expect(JSON.parse(text)).toEqual({ name: 'a\u001b\u009b\u202e\u{e0001}' });
});
