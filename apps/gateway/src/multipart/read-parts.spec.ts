import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import fc from 'fast-check';
import { type Part, readParts } from './read-parts.ts';

const BOUNDARY = 'x-boundary';
const never = new AbortController().signal;

interface Given {
  headers: string;
  content: Buffer;
}

const formOf = (parts: readonly Given[], end = '--\r\n'): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ headers, content }) => [
      Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}${end}`),
  ]);
const field = (name: string, content: string | Buffer): Given => ({
  headers: `Content-Disposition: form-data; name="${name}"`,
  content: Buffer.from(content),
});

/** What is read of a form: name and content of each part. */
async function read(body: Readable, options: { partsMax?: number; signal?: AbortSignal } = {}) {
  const parts: [string, Buffer][] = [];
  const { partsMax = 100, signal = never } = options;
  await readParts(body, { boundary: BOUNDARY, partsMax, signal }, async ({ name, bytes }) => {
    parts.push([name, await buffer(bytes)]);
  });
  return parts;
}
const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no fault',
    (error: unknown) => error,
  );

describe('a form', () => {
  it('is the same, wherever its chunks are split and however its content resembles a boundary', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('\r', '\n', '\r\n', '-', '--', '\r\n--', '\r\n--x-bound', `--${BOUNDARY}`)
        .map(Buffer.from),
    );
    const content = fc
      .array(piece, { maxLength: 8 })
      .map((pieces) => Buffer.concat(pieces))
      .filter((bytes) => !`\r\n${bytes.toString('latin1')}`.includes(`\r\n--${BOUNDARY}`));
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(2_000), { maxLength: 20 }),
        async (contents, cuts) => {
          const whole = formOf(contents.map((one, index) => field(`f${index}`, one)));
          const places = [...new Set([0, ...cuts, whole.length])].filter((at) => at <= whole.length);
          places.sort((a, b) => a - b);
          const chunks = places.slice(1).map((at, index) => whole.subarray(places[index], at));
          const parts = await read(Readable.from(chunks, { objectMode: false }));
          expect(parts).toEqual(contents.map((one, index) => [`f${index}`, one]));
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    ['without parts', formOf([]), []],
    [
      'with a preamble and an epilogue',
      Buffer.concat([Buffer.from('hello\r\n'), formOf([field('a', '1')]), Buffer.from('bye')]),
      ['a'],
    ],
    ['with an empty part', formOf([field('a', ''), field('b', '')]), ['a', 'b']],
    ['that ends without a line break', formOf([field('a', '1')], '--'), ['a']],
    [
      'with other headers',
      formOf([
        {
          headers: 'X: y\r\ncontent-disposition: form-data;\r\n name="a"\r\nContent-Type: text/plain',
          content: Buffer.from('1'),
        },
      ]),
      ['a'],
    ],
  ])('%s is read', async (_, bytes, names) => {
    expect((await read(Readable.from([bytes]))).map(([name]) => name)).toEqual(names);
  });

  const long = `Content-Disposition: form-data; name="a"; filename="${'x'.repeat(8_200)}"`;
  const withHeaders = (...headers: string[]) =>
    formOf([{ headers: headers.join('\r\n'), content: Buffer.from('1') }]);
  const named = field('a', '').headers;
  const endless = `--${BOUNDARY}\r\nX: y\r\n--${BOUNDARY}`;
  const early = 'ends before its final boundary';
  it.each([
    ['nothing', Buffer.alloc(0), early],
    ['no boundary', Buffer.from('hello'), early],
    ['no final boundary', formOf([field('a', '1')], '\r\n'), early],
    ['half a final boundary', formOf([field('a', '1')], '-'), early],
    ['half a part', formOf([field('a', '1')]).subarray(0, -20), early],
    ['headers that do not end', Buffer.from(`${endless}--`), 'no end of its headers'],
    [
      'headers that do not end, before another part',
      Buffer.from(`${endless}\r\n\r\n\r\n--${BOUNDARY}--`),
      'no end of its headers',
    ],
    ['a part without headers', withHeaders(), 'Content-Disposition'],
    ['a part without Content-Disposition', withHeaders('X: y'), 'Content-Disposition'],
    ['a part with two', withHeaders(named, field('b', '').headers), 'Content-Disposition'],
    ['a part without a name', withHeaders('Content-Disposition: form-data; filename="a"'), 'with a name'],
    ['a header without a colon', withHeaders('nonsense', named), 'Content-Disposition'],
    [
      'a bare line break in a header',
      withHeaders('Content-Disposition: form-data; name="a\nb"'),
      'Content-Disposition',
    ],
    [
      'a transfer encoding',
      withHeaders(named, 'Content-Transfer-Encoding: base64'),
      'Content-Transfer-Encoding',
    ],
    [
      'a second transfer encoding',
      withHeaders(named, 'Content-Transfer-Encoding: binary', 'Content-Transfer-Encoding: base64'),
      'Content-Transfer-Encoding',
    ],
    ['a long header', withHeaders(long), 'more than 16 headers or 8 KiB'],
    ['an endless header', withHeaders(long.repeat(100)), 'more than 16 headers or 8 KiB'],
    ['many headers', withHeaders(named, ...Array<string>(5_000).fill('X: y')), 'more than 16 headers'],
    ['10,000 parts', formOf(Array.from({ length: 10_000 }, () => field('a', '1'))), 'more than 100 parts'],
  ])('with %s is malformed', async (_, bytes, message) => {
    const fault = await errorOf(read(Readable.from([bytes])));
    expect(fault).toBeInstanceOf(ApiError);
    expect(fault).toMatchObject({ code: 'malformed_multipart', status: 400 });
    expect((fault as ApiError).message).toContain(message);
  });

  it('with headers that never end is malformed before it ends', async () => {
    const body = new PassThrough();
    const reading = errorOf(read(body));
    body.write(`--${BOUNDARY}\r\nX: `);
    for (let written = 0; written < 20_000; written += 1_000) {
      body.write('y'.repeat(1_000));
      await turn();
    }
    const fault = (await reading) as ApiError;
    expect([fault.code, fault.message]).toEqual(['malformed_multipart', expect.stringContaining('8 KiB')]);
  });

  it('is read no faster than its parts are', async () => {
    const body = new PassThrough();
    let taken: Part | undefined;
    const reading = readParts(body, { boundary: BOUNDARY, partsMax: 9, signal: never }, async (part) => {
      taken = part;
      await new Promise((resolve) => part.bytes.on('end', resolve));
    });
    body.write(`--${BOUNDARY}\r\n${field('a', '').headers}\r\n\r\n`);
    const chunk = Buffer.alloc(16_384, 'x');
    let written = 0;
    // Until nothing is taken any more: a stream that does not push back would take all of it.
    for (let refused = 0; refused < 20 && written < 10_000_000; refused += body.writableNeedDrain ? 1 : 0) {
      if (!body.writableNeedDrain) {
        body.write(chunk);
        written += chunk.length;
      }
      await turn();
    }
    expect(written).toBeLessThan(500_000);
    expect(taken?.name).toBe('a');
    taken?.bytes.resume();
    body.end(`\r\n--${BOUNDARY}--`);
    await reading;
  });

  it.each([
    ['its sender goes away', (body: PassThrough) => body.destroy(), 'malformed_multipart'],
    ['its sender fails', (body: PassThrough) => body.destroy(new Error('reset')), 'malformed_multipart'],
    ['it ends early', (body: PassThrough) => body.end(), 'malformed_multipart'],
  ])('ends the part that is being read when %s', async (_, end, code) => {
    const body = new PassThrough();
    let cause: unknown;
    const reading = readParts(body, { boundary: BOUNDARY, partsMax: 9, signal: never }, async ({ bytes }) => {
      cause = await errorOf(buffer(bytes));
      throw new Error('what it became there');
    });
    body.write(`--${BOUNDARY}\r\n${field('a', '').headers}\r\n\r\nhalf`);
    await turn();
    end(body);
    const fault = await errorOf(reading);
    expect(fault).toMatchObject({ code });
    expect(cause).toBe(fault);
  });

  it('fails with the first fault of its reader, and what is left of it flows away', async () => {
    const first = new Error('first');
    const parts = Array.from({ length: 50 }, (_, index) => field(`f${index}`, Buffer.alloc(100_000)));
    const body = Readable.from([formOf(parts)], { objectMode: false });
    let taken = 0;
    const reading = readParts(body, { boundary: BOUNDARY, partsMax: 99, signal: never }, () => {
      taken += 1;
      return Promise.reject(first);
    });
    expect(await errorOf(reading)).toBe(first);
    expect(taken).toBe(1);
    await new Promise((resolve) => body.once('close', resolve));
  });

  it('fails when it is told to', async () => {
    const controller = new AbortController();
    const reading = read(new PassThrough(), { signal: controller.signal });
    const reason = new ApiError('malformed_multipart');
    controller.abort(reason);
    expect(await errorOf(reading)).toBe(reason);
    expect(await errorOf(read(new PassThrough(), { signal: controller.signal }))).toBe(reason);
  });
});
