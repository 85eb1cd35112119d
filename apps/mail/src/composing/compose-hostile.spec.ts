import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bodyOf } from './body.ts';
import { compose } from './compose.ts';
import {
  MESSAGE_ID,
  composed,
  decodedBody,
  draft,
  names,
  read,
  structure,
  valueOf,
} from './composed.fixture.ts';
import { threadHeaders } from './message-id.ts';

const PIECES = [
  ...['\r\n', '\n', '\r', '\0', '\u2028', '\uD800', '\uDFFF', '"', '\\', '<', '>', ',', ';', ':', '@', '(', ' ', '\t', '--', '.'],
  ...['=?utf-8?Q?', '?=', 'Bcc: x@y.example', '--=_parley-0123456789abcdefghjkmnpqrs-Part_1', 'ü', '😀', 'a'],
]; // oxfmt-ignore

/** The value of an address field with one mailbox: a name that is quoted, of atoms or encoded, and the address. */
const MAILBOX = /^(?:(?:"(?:[^"\\]|\\.)*"|[\w ]+|(?:=\?UTF-8\?[BQ]\?[^?\s]*\?= ?)+) <)?[a-z1+]+@[a-z.]+>?$/;

describe('text from outside', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }).map((pieces) => pieces.join('')),
  );
  const attachment = fc.record({
    filename: nasty,
    contentType: nasty,
    content: nasty.map((text) => Buffer.from(text)),
  });

  it('adds no field, no part and no recipient to a mail', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(nasty, { minLength: 6, maxLength: 6 }),
        fc.array(nasty),
        fc.array(attachment, { maxLength: 2 }),
        async (texts, references, attachments) => {
          const [name = '', subject = '', text = '', html = '', inReplyTo = '', signature = ''] = texts;
          const named = (address: string) => ({ name, address });
          const changes = {
            from: named('support@acme.example'),
            to: [named('dana@example.com')],
            cc: [named('lee@example.com')],
            replyTo: named('support+r1@acme.example'),
            subject,
            attachments,
            body: bodyOf({ text, html, signature }),
            thread: threadHeaders(MESSAGE_ID, { messageId: inReplyTo, references }),
          };
          const source = await composed(changes);
          const mail = read(source);
          const isReply = changes.thread.inReplyTo !== null;
          expect(names(mail).filter((field) => field !== 'Subject')).toEqual([
            ...['X-Parley-ID', 'From', 'To', 'Cc', 'Reply-To'],
            ...(isReply ? ['In-Reply-To', 'References'] : ['References']),
            ...['Message-ID', 'Date', 'MIME-Version', 'Content-Type'],
          ]);
          expect(names(mail).filter((field) => field === 'Subject').length).toBeLessThanOrEqual(1);
          for (const field of ['From', 'To', 'Cc', 'Reply-To']) expect(valueOf(mail, field)).toMatch(MAILBOX);
          const alternative = attachments.length > 0 ? mail.parts[0] : mail;
          expect(structure(alternative as never)).toBe('multipart/alternative[text/plain,text/html]');
          expect(decodedBody(alternative?.parts[0] as never)).toBe(changes.body.text || '\n');
          expect(decodedBody(alternative?.parts[1] as never)).toBe(changes.body.html);
          expect(mail.parts.slice(1).map((part) => Buffer.from(part.body, 'base64'))).toEqual(
            attachments.length > 0 ? attachments.map(({ content }) => content) : [expect.anything()],
          );
          // oxlint-disable-next-line no-control-regex -- a NUL may not be sent, nor a CR or an LF alone
          expect(source).not.toMatch(/[\0\u0080-\uFFFF]|(?<!\r)\n|\r(?!\n)/);
          for (const line of source.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is no address if it is none', () => {
    const to = (address: string) => () => compose(draft({ to: [{ name: null, address }] }), Infinity);
    expect(to('dana@example.com>\r\nBcc: x@y.example')).toThrow(
      expect.objectContaining({ code: 'invalid_address' }),
    );
    expect(to('dana@example.com, lee@example.com')).toThrow(
      'Mail cannot be sent to dana@example.com, lee@example.com',
    );
    expect(() => compose(draft({ to: [] }), Infinity)).toThrow(
      expect.objectContaining({ code: 'no_recipient' }),
    );
  });

  it('names the same recipients in the header as in the envelope, for any address', async () => {
    const address = fc
      .tuple(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
        fc.constantFrom('a.example', 'Bücher.example', '[192.0.2.1]', '[IPv6:2001:db8::1]'),
      )
      .map(([local, domain]) => `${local}@${domain}`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(address, fc.emailAddress()), async (one) => {
        const to = [{ name: null, address: one }];
        try {
          const { envelope } = compose(draft({ to }), Infinity);
          const header = Buffer.from(valueOf(read(await composed({ to })), 'To'), 'latin1').toString('utf8');
          const [ascii, unicode] = [
            envelope.to[0] as string,
            (envelope.to[0] as string).replace('xn--bcher-kva', 'bücher'),
          ];
          expect([ascii, unicode, `<${ascii}>`, `<${unicode}>`]).toContain(header);
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_address' });
        }
      }),
      { numRuns: 100 },
    );
  });
});
