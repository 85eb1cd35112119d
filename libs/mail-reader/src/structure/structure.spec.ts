import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readMail } from '../read.ts';
import { lines, multipart, read, sourceOf, withHead } from '../test-mails.fixture.ts';

const text = (content: string, ...head: readonly string[]) =>
  withHead(['Content-Type: text/plain; charset=utf-8', ...head], content);
const html = (content: string) => withHead(['Content-Type: text/html; charset=utf-8'], content);
const names = async (source: string) =>
  (await read(source)).mail.parts.map(({ name, type }) => `${name} ${type}`);

describe('the text of a mail', () => {
  it('is one of its alternatives, of which HTML stands for what has no text', async () => {
    const both = multipart('alternative', 'a', text('Plain'), html('<b>Rich</b>'));
    const { mail } = await read(multipart('mixed', 'm', both, html('<i>Footer</i>'), text('<End>')));
    expect(mail.text).toBe('Plain\n\nFooter\n\n<End>');
    expect(mail.html).toBe('<b>Rich</b>\n<i>Footer</i>\n<div>&lt;End&gt;</div>');
  });

  it('is that of the HTML where the other alternative is blank', async () => {
    expect((await read(multipart('alternative', 'a', text(' \r\n'), html('<b>Rich</b>')))).mail.text).toBe(
      'Rich',
    );
  });

  it('has paragraphs where lines were wrapped (RFC 3676)', async () => {
    const flowed = withHead(
      ['Content-Type: text/plain; format=flowed'],
      'One \r\ntwo\r\n> quoted \r\n> on\r\n',
    );
    expect((await read(flowed)).mail.text).toBe('One two\n> quoted on');
  });

  it('stays where it is labelled as Base64, and is none', async () => {
    const source = withHead(['Content-Transfer-Encoding: base64'], 'It is broken, and nobody answers!\r\n');
    expect((await read(source)).mail.text).toBe('It is broken, and nobody answers!');
  });

  it('ends with the line before a boundary, and has no blank lines around it', async () => {
    expect((await read(multipart('mixed', 'b', text('\r\n\r\nText\r\n\r\n')))).mail.text).toBe('Text');
  });
});

describe('a text part with a name', () => {
  it('is a file after another text, and the text where there is none', async () => {
    const named = text('Log', 'Content-Disposition: inline; filename=log.txt');
    expect(await names(multipart('mixed', 'b', text('See the log.'), named))).toEqual(['log.txt text/plain']);
    expect((await read(multipart('mixed', 'b', named))).mail).toMatchObject({ text: 'Log', parts: [] });
  });

  it('is a file where it is an attachment', async () => {
    const attached = text('Log', 'Content-Disposition: attachment');
    expect((await read(multipart('mixed', 'b', attached))).mail).toMatchObject({
      text: '',
      isFallback: false,
      parts: [{ name: 'attachment-1.txt', size: 3 }],
    });
  });
});

describe('a part', () => {
  it('of a digest is a mail (RFC 2046)', async () => {
    const source = multipart('digest', 'b', withHead([], lines('Subject: One/two', '', 'Text')));
    expect(await names(source)).toEqual(['One-two.eml message/rfc822']);
  });

  it('is a version of the text that is left out, if programs know the others', async () => {
    const amp = withHead(['Content-Type: text/x-amp-html'], '<html amp4email>');
    expect(await names(multipart('alternative', 'b', text('Plain'), amp))).toEqual([]);
    expect(await names(multipart('mixed', 'b', text('Plain'), amp))).toHaveLength(1);
  });

  it('is found where blanks, a mark of the byte order or a line of mbox precede the head', async () => {
    const source = multipart('mixed', 'b', text('Text'), withHead(['Content-Type: image/png'], 'x'));
    for (const before of ['\r\n\r\n', '\uFEFF', ' ', 'From dana@example.com Thu Nov 26 10:00:00 2026\r\n'])
      expect((await read(before + source)).mail).toMatchObject({
        text: 'Text',
        parts: [{ type: 'image/png' }],
      });
  });

  it('has a type where programs write it without a semicolon, or in one word', async () => {
    expect((await read(withHead(['Content-Type: text/html charset=utf-8'], '<b>x</b>'))).mail.text).toBe('x');
    expect((await read(withHead(['Content-Type: html'], '<b>x</b>'))).mail.text).toBe('x');
  });
});

describe('the hash of a mail', () => {
  const head = [
    'From: dana@example.com',
    'To: a@b.example',
    'Subject: A long\r\n subject',
    'Date: Thu, 26 Nov 2026 10:00:00 +0100',
  ];
  const hashOf = async (source: string) => (await read(source)).mail.contentHash;

  it('is that of a copy that came another way', async () => {
    const original = await hashOf(withHead(head, 'Text\r\n'));
    const folded = head.map((line) => line.replace('long\r\n subject', 'long subject'));
    const copy = withHead(
      ['Received: from a', 'Delivered-To: c@d.example', ...folded, 'X-Spam: no'],
      'Text\r\n\r\n',
    );
    expect(await hashOf(copy)).toBe(original);
    expect(await hashOf(copy.replaceAll('\r\n', '\n'))).toBe(original);
  });

  it('is another one for another text, sender, subject, date or recipient', async () => {
    const hashes = [await hashOf(withHead(head, 'Text')), await hashOf(withHead(head, 'Other'))];
    for (const line of head)
      hashes.push(
        await hashOf(
          withHead(
            head.map((one) => (one === line ? `${one}x` : one)),
            'Text',
          ),
        ),
      );
    expect(new Set(hashes).size).toBe(6);
  });

  it('does not depend on the pieces in which the source comes', async () => {
    const source = withHead(head, 'Text\r\n\r\n'.repeat(20_000));
    const hashes = await Promise.all(
      [1_000, 16_383, 65_536].map(async (size) => (await read(source, size)).mail.contentHash),
    );
    expect(new Set(hashes).size).toBe(1);
  });
});

describe('the hash of a file', () => {
  const content = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));
  const fileOf = (bytes: Buffer) =>
    withHead(
      [
        'Content-Type: application/pdf; name=offer.pdf',
        'Content-Disposition: attachment',
        'Content-Transfer-Encoding: base64',
      ],
      bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    );

  it('is that of its bytes, in whatever pieces the source comes and whatever is read of them', async () => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const source = fileOf(content);
    for (const size of [1_000, 65_536])
      expect((await read(source, size)).mail.parts).toMatchObject([{ sha256 }]);
    const unread = await readMail(sourceOf(source), () => Promise.resolve());
    expect(unread.parts).toMatchObject([{ sha256, size: content.length }]);
  });

  it('is another one for other bytes of the same number', async () => {
    const hashes = await Promise.all(
      [content, Buffer.from(content).fill(0, 199_999)].map(
        async (bytes) => (await read(fileOf(bytes))).mail.parts[0]?.sha256,
      ),
    );
    expect(new Set(hashes).size).toBe(2);
  });
});
