import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { messageIdOf, newMessageId, randomPartOf, threadHeaders } from './message-id.ts';

const OWN = '<0123456789abcdefghjkmnpqrs@acme.example>';
const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `<${from + index}@x.example>`);

describe('a new Message-ID', () => {
  it('is random at the domain of the sender', () => {
    expect(newMessageId('support@Acme.example')).toMatch(/^<[0-9a-hjkmnp-tv-z]{26}@acme\.example>$/);
    expect(newMessageId('support@bücher.example')).toMatch(/@xn--bcher-kva\.example>$/);
    expect(newMessageId('a@b.example')).not.toBe(newMessageId('a@b.example'));
    expect(() => newMessageId('support')).toThrow(TypeError);
  });

  it('is ASCII and shorter than 100 characters for every domain', () => {
    const label = fc.stringMatching(/^[a-zü]{1,50}$/);
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
        const from = `support@${labels.join('.')}`;
        if (labels.join('.').length > 180) return;
        const id = newMessageId(from);
        expect(id).toMatch(/^<[!-~]{28,97}>$/);
        expect(id).toContain(randomPartOf(id));
      }),
    );
  });

  it('is known by its random part', () => {
    expect(randomPartOf(OWN)).toBe('0123456789abcdefghjkmnpqrs');
    expect(randomPartOf('<CAF=x@mail.example>')).toBeNull();
  });
});

describe('an id of others', () => {
  it.each([
    ['<a@b>', '<a@b>'],
    [' <a@b> ', '<a@b>'],
    ['a@b', '<a@b>'],
    ['<opaque>', '<opaque>'],
    ['<a b@c>', null],
    ['<a@b>,<c@d>', null],
    ['<a@b>\r\nBcc: x', null],
    ['<ä@b>', null],
    ['<a\u0000@b>', null],
    ['', null],
    ['<>', null],
    [`<${'x'.repeat(900)}>`, `<${'x'.repeat(900)}>`],
    [`<${'x'.repeat(901)}>`, null],
  ])('is taken whole or not at all: %j', (text, id) => {
    expect(messageIdOf(text)).toBe(id);
  });
});

describe('the thread of a reply', () => {
  it('begins with its own id in a first mail', () => {
    expect(threadHeaders(OWN, null)).toEqual({ inReplyTo: null, references: [OWN] });
  });

  it('names the root, the last 10, the mail that it answers and itself', () => {
    expect(threadHeaders(OWN, { messageId: '<p@x.example>', references: ids(1, 40) })).toEqual({
      inReplyTo: '<p@x.example>',
      references: ['<1@x.example>', ...ids(31, 40), '<p@x.example>', OWN],
    });
  });

  it('names each id once, and the answered mail last of the others', () => {
    const references = ['<p@x.example>', '<1@x.example>', '<1@x.example>', 'junk <2@x.example>', OWN];
    expect(threadHeaders(OWN, { messageId: '<p@x.example>', references })).toEqual({
      inReplyTo: '<p@x.example>',
      references: ['<1@x.example>', '<p@x.example>', OWN],
    });
  });

  it('does without the id of a mail that has none', () => {
    expect(threadHeaders(OWN, { messageId: null, references: ids(1, 2) })).toEqual({
      inReplyTo: null,
      references: [...ids(1, 2), OWN],
    });
  });

  it('has at most 13 ids without blanks, whatever the mail says', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('<a@b>', '<c@d>', OWN));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), text, (references, messageId) => {
        const thread = threadHeaders(OWN, { messageId, references });
        expect(thread.references.length).toBeLessThanOrEqual(13);
        expect(new Set(thread.references).size).toBe(thread.references.length);
        expect(thread.references.at(-1)).toBe(OWN);
        for (const id of thread.references) expect(id).toMatch(/^<[!-;=?-~]+>$/);
      }),
    );
  });
});
