import { describe, expect, it } from '@jest/globals';
import { ADDRESSES_MAX, DEPTH_MAX, FILES_MAX, HTML_MAX, LINES_MAX, NODES_MAX, TEXT_MAX } from './limits.ts';
import { readMail } from './read.ts';
import { lines, multipart, read, sourceOf, withHead } from './test-mails.fixture.ts';

const MIB = 1024 * 1024;
const file = (content: string, at = 0) =>
  withHead(['Content-Type: application/pdf', `Content-Disposition: attachment; filename=${at}.pdf`], content);
const text = (content: string) => withHead(['Content-Type: text/plain; charset=utf-8'], content);
const html = (content: string) => withHead(['Content-Type: text/html; charset=utf-8'], content);

function nested(levels: number): string {
  let mail = text('Within');
  for (let level = 0; level < levels; level += 1) mail = multipart('mixed', `b${level}`, mail);
  return mail;
}

const codeOf = (source: string) =>
  read(source).then(
    () => 'read',
    (error: unknown) => (error as { code?: string }).code,
  );

describe('a mail beyond the limits of a structure', () => {
  it('is unreadable with 300 levels, and read with as many as are allowed', async () => {
    expect(await codeOf(nested(300))).toBe('too_deep');
    expect(await codeOf(nested(DEPTH_MAX + 1))).toBe('too_deep');
    expect((await read(nested(DEPTH_MAX))).mail.text).toBe('Within');
  });

  it('is unreadable with 20,000 parts, and read with as many as are allowed', async () => {
    const mail = (count: number) =>
      multipart('mixed', 'b', ...Array.from({ length: count }, (_, at) => text(`${at}`)));
    expect(await codeOf(mail(20_000))).toBe('too_many_parts');
    expect(await codeOf(mail(NODES_MAX))).toBe('too_many_parts');
    expect((await read(mail(NODES_MAX - 1))).mail.text).toMatch(/^0\n\n1\n\n.*\n\n998$/s);
    expect(await codeOf(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n'.repeat(20_000)}`)).toBe(
      'too_many_parts',
    );
  });

  it('is unreadable with 3 MB of headers, in one field, in many, and in a part', async () => {
    const long = `X-Long: ${'x'.repeat(3_000_000)}`;
    const many = Array.from({ length: 30_000 }, (_, at) => `X-Field-${at}: ${'x'.repeat(80)}`);
    expect(await codeOf(withHead([long], 'Text'))).toBe('headers_too_large');
    expect(await codeOf(withHead(many, 'Text'))).toBe('headers_too_large');
    expect(await codeOf(multipart('mixed', 'b', withHead(many, 'Text')))).toBe('headers_too_large');
    expect(await codeOf(withHead([`X-Long: ${'x'.repeat(200_000)}`], 'Text'))).toBe('read');
  });

  it('is unreadable with 5,500,000 lines that look like boundaries, and read with as many as are allowed', async () => {
    const mail = (count: number) =>
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--bx\r\n'.repeat(count)}`;
    expect(await codeOf(mail(5_500_000))).toBe('too_many_lines');
    expect(await codeOf(mail(LINES_MAX + 1))).toBe('too_many_lines');
    expect(await codeOf(mail(LINES_MAX))).toBe('read');
  });

  it('ends its source', async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    async function* endless() {
      try {
        yield Buffer.from(lines('Content-Type: multipart/mixed; boundary=b', ''));
        for (;;) yield await Promise.resolve(Buffer.from(`--b\r\n\r\ntext\r\n`.repeat(100)));
      } finally {
        end();
      }
    }
    await expect(readMail(endless(), async () => {})).rejects.toMatchObject({ code: 'too_many_parts' });
    await ended;
  });
});

describe('the files of a mail', () => {
  it('are all handed out if they are 26 of 40 MiB', async () => {
    const each = 'x'.repeat((40 * MIB) / 26);
    const { mail, files } = await read(
      multipart('mixed', 'b', ...Array.from({ length: 26 }, (_, at) => file(each, at))),
    );
    expect(mail.isTruncated).toBe(false);
    expect(mail.parts.map(({ name, size }) => [name, size])).toEqual(
      files.map((_, at) => [`${at}.pdf`, each.length]),
    );
    expect(files).toHaveLength(26);
  });

  it('stay in the source from the 101st on', async () => {
    const { mail, files } = await read(
      multipart(
        'mixed',
        'b',
        ...Array.from({ length: FILES_MAX + 1 }, (_, at) => file('x', at)),
        text('After'),
      ),
    );
    expect(files).toHaveLength(FILES_MAX);
    expect(mail).toMatchObject({ isTruncated: true, text: 'After' });
    expect(mail.parts).toHaveLength(FILES_MAX);
  });

  it('stay in the source where they exceed 50 MiB, whose taker fails', async () => {
    const failures: unknown[] = [];
    const sizes: number[] = [];
    const source = multipart(
      'mixed',
      'b',
      file('x'.repeat(20 * MIB)),
      file('x'.repeat(31 * MIB)),
      text('After'),
    );
    const mail = await readMail(sourceOf(source), async ({ index }, bytes) => {
      try {
        sizes[index] = 0;
        for await (const piece of bytes) sizes[index] += piece.byteLength;
      } catch (error) {
        failures.push(error);
        throw error;
      }
    });
    expect(failures).toMatchObject([{ message: 'The files of the mail exceed 50 MiB' }]);
    expect(mail).toMatchObject({ isTruncated: true, text: 'After', parts: [{ size: 20 * MIB }] });
    expect(sizes[1]).toBeLessThanOrEqual(30 * MIB);
  });

  it('are read on where their taker leaves bytes, and its error is thrown', async () => {
    const source = multipart('mixed', 'b', file('first'), file('second'));
    expect((await readMail(sourceOf(source), async () => {})).parts.map(({ size }) => size)).toEqual([5, 6]);
    const failure = new Error('The disk is full');
    await expect(readMail(sourceOf(source), () => Promise.reject(failure))).rejects.toBe(failure);
  });
});

describe('the texts of a mail', () => {
  it('have at most 65,536 characters, of which none is halved', async () => {
    const { mail } = await read(text(`x${'😀'.repeat(40_000)}`));
    expect(mail).toMatchObject({ isTruncated: true, text: `x${'😀'.repeat((TEXT_MAX - 2) / 2)}` });
    const short = await read(text('x'.repeat(TEXT_MAX)));
    expect(short.mail).toMatchObject({ isTruncated: false, text: 'x'.repeat(TEXT_MAX) });
  });

  it('have at most 1 MiB of HTML; beyond it, the text of its beginning is shown', async () => {
    const { mail } = await read(html(`<p>Beginning</p>${'<i>x</i>'.repeat(HTML_MAX / 8)}`));
    expect(mail).toMatchObject({ isTruncated: true, html: null });
    expect(mail.text).toMatch(/^Beginning\n+x/);
    const alternatives = await read(
      multipart('alternative', 'b', text('Plain'), html('x'.repeat(HTML_MAX + 1))),
    );
    expect(alternatives.mail).toMatchObject({ isTruncated: true, html: null, text: 'Plain' });
  });

  it('are read of HTML that is too deep to be laid out', async () => {
    const { mail } = await read(
      html(`<script>no</script>${'<div>'.repeat(1_000)}A &amp; B${'</div>'.repeat(1_000)}<p>After`),
    );
    expect(mail.text).toBe('A & B\n\nAfter');
    expect(mail.html).not.toBeNull();
  });

  it('are cut at 64 KiB of a source without structure', async () => {
    const { mail } = await read(`Content-Type: multipart/mixed\r\n\r\n${'x'.repeat(100_000)}`);
    expect(mail).toMatchObject({ isTruncated: true, isFallback: true, text: 'x'.repeat(65_536) });
  });

  it('have at most 500 addresses a list', async () => {
    const list = Array.from({ length: 600 }, (_, at) => `a${at}@example.com`).join(', ');
    const { mail } = await read(withHead([`To: ${list}`, `Cc: ${list.slice(0, 30)}`], 'Text'));
    expect(mail.to).toHaveLength(ADDRESSES_MAX);
    expect(mail.isTruncated).toBe(true);
  });
});
