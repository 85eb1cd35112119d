import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { readHeaders } from './read-headers.ts';

const read = (source: string | Iterable<Buffer>) =>
  readHeaders(Readable.from(typeof source === 'string' ? [Buffer.from(source, 'latin1')] : source));

describe('the headers of a mail', () => {
  it('are its fields in their order, unfolded', async () => {
    expect(await read('From: a@b\r\nSubject: one\r\n two\r\n\r\nBody: none\r\n')).toEqual([
      { name: 'from', value: 'a@b' },
      { name: 'subject', value: 'one two' },
    ]);
  });

  it.each([
    ['bare LF', 'A: 1\nB: 2\n\nC: 3'],
    ['bare CR', 'A: 1\rB: 2\r\rC: 3'],
    ['no body', 'A: 1\r\nB: 2'],
    ['blanks before them', '\r\n A: 1\r\nB: 2\r\n\r\n'],
  ])('are read with %s', async (_name, source) => {
    expect((await read(source)).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('beyond 256 KiB are left out, a field that exceeds them too', async () => {
    const long = `X: ${'x'.repeat(200_000)}`;
    expect(
      (await read(`A: 1\r\n${long}\r\nB: ${'y\r\n '.repeat(50_000)}\r\n\r\n`)).map(({ name }) => name),
    ).toEqual(['a', 'x']);
    expect(await read(`X: ${'x\r\n '.repeat(100_000)}`)).toEqual([]);
  });

  it('are read without the rest of the source, which is ended', async () => {
    let chunks = 0;
    const source = Readable.from(
      (function* () {
        for (; chunks < 1000; chunks++) yield Buffer.from(chunks === 0 ? 'A: 1\r\n\r\n' : 'x'.repeat(16_384));
      })(),
    );
    expect(await readHeaders(source)).toEqual([{ name: 'a', value: '1' }]);
    expect(source.destroyed).toBe(true);
    expect(chunks).toBeLessThan(100);
  });
});
