import { describe, expect, it } from '@jest/globals';
import type { ReadPart } from '@parley/mail-reader';
import {
  bodyHashOf,
  contentKeys,
  mayBeImitation,
  noveltyOf,
  shownHashOf,
  transportKey,
} from './keys.rules.ts';
import { mailOf } from './read-mail.fixture.ts';

const MAIL = {
  From: 'Dana <dana@customer.example>',
  Date: 'Sat, 28 Nov 2026 12:00:00 +0000',
  'Message-ID': '<a@customer.example>',
};
const keysOf = (changes: Record<string, string>, text?: string) =>
  contentKeys(mailOf({ ...MAIL, ...changes }, text));

describe('the content of a mail', () => {
  it('is the same in another copy, however that came', () => {
    const copy = {
      Received: 'from a by b',
      Date: 'Sat, 28 Nov 2026 13:00:00 +0100',
      From: 'DANA@customer.example',
    };
    expect(keysOf(copy, 'With a footer of the list')).toEqual(keysOf({}));
  });

  it('is another one with another Date, although its Message-ID is used again', () => {
    const again = keysOf({ Date: 'Sun, 29 Nov 2026 12:00:00 +0000' });
    expect(again.content).not.toBe(keysOf({}).content);
    expect(again.messageId).toBe(keysOf({}).messageId);
  });

  it('is another one of another sender', () => {
    expect(keysOf({ From: 'kim@customer.example' }).content).not.toBe(keysOf({}).content);
  });

  it('is compared by a Date that cannot be read as it is written', () => {
    expect(keysOf({ Date: 'yesterday' }).content).not.toBe(keysOf({ Date: 'today' }).content);
  });

  it('is that of its text without a Message-ID', () => {
    const { 'Message-ID': _, ...rest } = MAIL;
    const mail = mailOf(rest);
    expect(contentKeys(mail)).toEqual({ content: `content:${mail.contentHash}`, messageId: null });
    expect(contentKeys({ ...mail, messageId: ' ' }).messageId).toBeNull();
  });

  it('is no key of other parts that read the same in a row', () => {
    const other = mailOf({ ...MAIL, 'Message-ID': '<a@customer.example>x' });
    expect(contentKeys(other).messageId).not.toBe(keysOf({}).messageId);
  });
});

describe('the first of two mails with one Message-ID', () => {
  const file = {
    index: 0,
    name: 'offer.pdf',
    type: 'application/pdf',
    size: 1,
    contentId: null,
    isInline: false,
  };
  const withFile = (changes: Partial<ReadPart> = {}) =>
    mailOf(MAIL, 'Hello', { html: '<p>Hello</p>', parts: [{ ...file, sha256: 'a', ...changes }] });
  const [mail, other] = [withFile(), mailOf(MAIL, 'Other')];
  const first = (verified: boolean | null, shown = mail) => ({
    status: 'delivered' as const,
    is_forgotten: false,
    authentication: verified === null ? null : { verified },
    body_hash: bodyHashOf(shown),
    shown_hash: shownHashOf(shown),
  });

  it('may be an imitation of the second one, if nothing proves it and its text is another one', () => {
    expect(mayBeImitation(first(false), other)).toBe(true);
    expect(mayBeImitation(first(null), other)).toBe(true);
    expect(mayBeImitation(first(false, mailOf(MAIL, '')), other)).toBe(true);
    expect(mayBeImitation(first(false, mailOf(MAIL, '')), mailOf(MAIL, ''))).toBe(false);
    expect(mayBeImitation({ ...first(false), status: 'quarantined' }, mail)).toBe(true);
    expect(mayBeImitation({ ...first(null, other), is_forgotten: true }, mail)).toBe(false);
    expect(mayBeImitation(first(false), withFile())).toBe(false);
    expect(mayBeImitation(first(true), other)).toBe(false);
  });

  it('may be one also if only its HTML or its files are others', () => {
    const imitations = [
      { ...mail, html: '<p>Pay</p>' },
      { ...mail, html: null },
      { ...mail, parts: [] },
      { ...mail, parts: [...mail.parts, ...mail.parts] },
      withFile({ sha256: 'b' }),
      withFile({ name: 'invoice.pdf' }),
      withFile({ contentId: 'logo' }),
    ];
    for (const one of imitations) {
      expect(bodyHashOf(one)).toEqual(bodyHashOf(mail));
      expect(mayBeImitation(first(false, one), mail)).toBe(true);
    }
  });

  it('is none if its parts are only encoded otherwise, or have other headers', () => {
    const copy = { ...withFile({ type: 'application/x-pdf' }), text: 'Hello\n', subject: '[list] Hello' };
    expect(mayBeImitation(first(false, copy), mail)).toBe(false);
  });

  it('is compared by its text alone if it was read before the hash of all was stored', () => {
    const before = { ...first(false), shown_hash: null };
    expect(mayBeImitation(before, { ...mail, html: null })).toBe(false);
    expect(mayBeImitation(before, other)).toBe(true);
  });
});

describe('a mail', () => {
  it('is new, a duplicate, or one with a Message-ID that is used again', () => {
    expect(noveltyOf({ content: false, messageId: false })).toBe('new');
    expect(noveltyOf({ content: true, messageId: true })).toBe('duplicate');
    expect(noveltyOf({ content: false, messageId: true })).toBe('reused_message_id');
  });

  it('has a key of its place', () => {
    const place = { kind: 'imap', folder: 'INBOX', uidValidity: 7n, uid: 3 } as const;
    expect(transportKey(place)).toBe('imap:7:3:INBOX');
    expect(transportKey({ ...place, uidValidity: 8 })).not.toBe(transportKey(place));
    expect(transportKey({ kind: 'provider', provider: 'postmark', eventId: 'x' })).toBe('postmark:x');
  });
});
