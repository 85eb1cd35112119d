import { describe, expect, it } from '@jest/globals';
import { corpusMails } from './corpora.fixture.ts';
import { FILES_MAX, HTML_MAX, TEXT_MAX } from './limits.ts';
import { read } from './test-mails.fixture.ts';
import { UnreadableMailError } from './unreadable-mail-error.ts';

const { MAIL_FUZZ_SEED = '1', MAIL_FUZZ_MAILS = '3000' } = process.env;
const MUTATIONS_MAX = 8;

/** Numbers below a bound, the same ones for a seed (mulberry32). */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** The mail with a piece of it cut, repeated, moved or overwritten, or with some of its bits flipped. */
function mutated(source: Buffer, next: (bound: number) => number): Buffer {
  const from = next(source.length + 1);
  const to = Math.min(source.length, from + next(next(2) === 0 ? 20 : source.length + 1));
  const [before, piece, after] = [source.subarray(0, from), source.subarray(from, to), source.subarray(to)];
  const kind = next(5);
  if (kind === 0) return Buffer.concat([before, after]);
  if (kind === 1)
    return Buffer.concat([
      before,
      ...Array.from({ length: 1 + next(20) }, () => piece.subarray(0, 20_000)),
      after,
    ]);
  if (kind === 2) return Buffer.concat([before, after, piece]);
  if (kind === 3) return before;
  const flipped = Buffer.from(source);
  for (let left = 1 + next(30); left > 0 && flipped.length > 0; left -= 1)
    flipped[next(flipped.length)] = next(256);
  return flipped;
}

describe('a mail of the corpora that is damaged', () => {
  it(`is read within its limits, or is unreadable (seed ${MAIL_FUZZ_SEED})`, async () => {
    const mails = corpusMails().filter(({ source }) => source.length < 40_000);
    const next = numbers(Number(MAIL_FUZZ_SEED));
    const codes = new Map<string, number>();
    for (let left = Number(MAIL_FUZZ_MAILS); left > 0; left -= 1) {
      let { source } = mails[next(mails.length)] ?? { source: Buffer.alloc(0) };
      for (let times = 1 + next(MUTATIONS_MAX); times > 0; times -= 1) source = mutated(source, next);
      const code = await codeOf(source);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    console.table(Object.fromEntries(codes));
    expect(codes.get('read')).toBeGreaterThan(0);
  });
});

async function codeOf(source: Buffer): Promise<string> {
  try {
    const { mail, files } = await read(source);
    expect(mail.size).toBe(source.length);
    expect(mail.text.length).toBeLessThanOrEqual(TEXT_MAX);
    expect(Buffer.byteLength(mail.html ?? '')).toBeLessThanOrEqual(HTML_MAX);
    expect(mail.parts.length).toBeLessThanOrEqual(FILES_MAX);
    expect(mail.parts.map(({ size }) => size)).toEqual(files.map(({ content }) => content.length));
    for (const { name } of mail.parts) expect(name).toMatch(/^[^/\\\0]{1,255}$/);
    expect(structuredClone(mail)).toEqual(mail);
    // PostgreSQL refuses other texts.
    JSON.stringify(mail, (key, value: unknown) => {
      if (typeof value === 'string')
        expect([key, value.isWellFormed() && !value.includes('\0')]).toEqual([key, true]);
      return value;
    });
    return 'read';
  } catch (error) {
    if (error instanceof UnreadableMailError) return error.code;
    throw new Error(`Cannot read ${source.toString('base64').slice(0, 100_000)}`, { cause: error });
  }
}
