import { describe, expect, it } from '@jest/globals';
import { contentKeys, mayBeImitation, noveltyOf, transportKey } from './keys.rules.ts';
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
  const [text, other] = [Buffer.from('a'), Buffer.from('b')];
  const first = (verified: boolean | null, body_hash: Buffer | null = text) => ({
    status: 'delivered' as const,
    is_forgotten: false,
    authentication: verified === null ? null : { verified },
    body_hash,
  });

  it('may be an imitation of the second one, if nothing proves it and its text is another one', () => {
    expect(mayBeImitation(first(false), other)).toBe(true);
    expect(mayBeImitation(first(null), other)).toBe(true);
    expect(mayBeImitation(first(false, null), other)).toBe(true);
    expect(mayBeImitation(first(false, null), null)).toBe(false);
    expect(mayBeImitation({ ...first(false), status: 'quarantined' }, text)).toBe(true);
    expect(mayBeImitation({ ...first(null, null), is_forgotten: true }, other)).toBe(false);
    expect(mayBeImitation(first(false), text)).toBe(false);
    expect(mayBeImitation(first(true), other)).toBe(false);
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
