import { describe, expect, it } from '@jest/globals';
import type { ReadMail, ReadPart } from '@parley/mail-reader';
import type { Envelope } from './incoming-mail.entity.ts';
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
type Fields = Readonly<Record<string, string>>;
/** A mail that answers others. */
const ANSWER = {
  ...{ ...MAIL, Subject: 'Re: Your order', To: 'support@desk.example' },
  ...{ 'In-Reply-To': '<b@example.com>', References: '<a@example.com> <b@example.com>' },
};
const TOKEN_ADDRESS = 'support+r0123456789abcdefghjk@desk.example';
const ENVELOPE: Pick<Envelope, 'from' | 'to'> = { from: null, to: [] };
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
  const isDoubtful = (one: Parameters<typeof mayBeImitation>[0], copy: ReadMail, envelope = ENVELOPE) =>
    mayBeImitation(one, copy, envelope);
  const first = (verified: boolean | null, shown: ReadMail = mail, envelope = ENVELOPE) => ({
    status: 'delivered' as const,
    is_forgotten: false,
    authentication: verified === null ? null : { verified },
    body_hash: bodyHashOf(shown),
    shown_hash: shownHashOf(shown, envelope),
  });

  it('may be an imitation of the second one, if nothing proves it and its text is another one', () => {
    expect(isDoubtful(first(false), other)).toBe(true);
    expect(isDoubtful(first(null), other)).toBe(true);
    expect(isDoubtful(first(false, mailOf(MAIL, '')), other)).toBe(true);
    expect(isDoubtful(first(false, mailOf(MAIL, '')), mailOf(MAIL, ''))).toBe(false);
    expect(isDoubtful({ ...first(false), status: 'quarantined' }, mail)).toBe(true);
    expect(isDoubtful({ ...first(null, other), is_forgotten: true }, mail)).toBe(false);
    expect(isDoubtful({ ...first(false), status: 'discarded', is_forgotten: true }, mail)).toBe(true);
    expect(isDoubtful({ ...first(true), status: 'discarded', is_forgotten: true }, mail)).toBe(false);
    expect(isDoubtful(first(false), withFile())).toBe(false);
    expect(isDoubtful(first(true), other)).toBe(false);
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
      expect(isDoubtful(first(false, one), mail)).toBe(true);
    }
  });

  it.each<[string, Fields]>([
    ['subject', { Subject: 'Pay to another account' }],
    ['subject of a forward', { Subject: 'Fwd: Your order' }],
    ['In-Reply-To', { 'In-Reply-To': '<other@example.com>' }],
    ['References', { References: '<a@example.com> <other@example.com>' }],
    ['To', { To: 'other@example.com' }],
    ['Cc', { Cc: 'kim@example.com, eve@example.com' }],
    ['Reply-To', { 'Reply-To': 'eve@example.com' }],
    ['reply address to which a server has delivered', { 'Delivered-To': TOKEN_ADDRESS }],
    ['Auto-Submitted', { 'Auto-Submitted': 'auto-replied' }],
  ])('may be one also if only its %s is another one', (_, fields) => {
    expect(isDoubtful(first(false, mailOf({ ...ANSWER, ...fields })), mailOf(ANSWER))).toBe(true);
  });

  it('may be one also if only its envelope is another one', () => {
    const copy = mailOf(ANSWER);
    for (const envelope of [
      { from: null, to: [TOKEN_ADDRESS] },
      { from: '', to: [] },
    ])
      expect(isDoubtful(first(false, copy, envelope), copy)).toBe(true);
  });

  it('may be one also if only it is a report', () => {
    const { reports } = mail;
    const report = { ...mail, reports: { ...reports, disposition: 'Disposition: displayed' } };
    expect(isDoubtful(first(false, report), mail)).toBe(true);
  });

  it('is none if its parts are only encoded otherwise', () => {
    const copy = { ...withFile({ type: 'application/x-pdf' }), text: 'Hello\n' };
    expect(isDoubtful(first(false, copy), mail)).toBe(false);
  });

  it.each<[string, Fields]>([
    ['subject is marked by a list', { Subject: '[Orders] Re: Your order' }],
    ['subject is marked after its prefix', { Subject: 'Re: [Orders] AW: your  order' }],
    ['subject is marked as spam', { Subject: '*****SPAM***** Re: Your order' }],
    ['recipients have another order', { Cc: 'Eve <EVE@example.com>, kim@example.com', To: 'b@x.example' }],
    ['Reply-To is its sender', { 'Reply-To': 'DANA@customer.example' }],
    ['References repeat In-Reply-To', { References: '<b@example.com> <a@example.com>  <b@example.com>' }],
    ['trace fields are others', { Received: 'from a by b', 'Delivered-To': 'support@desk.example' }],
    ['list is named', { 'List-Id': 'orders.example', Precedence: 'list' }],
  ])('is none if only its %s', (_, fields) => {
    const base = { ...ANSWER, Cc: 'kim@example.com, eve@example.com', To: 'b@x.example' };
    expect(isDoubtful(first(false, mailOf({ ...base, ...fields })), mailOf(base))).toBe(false);
  });

  it('is compared by its text alone if it was read before the hash of all was stored', () => {
    const before = { ...first(false), shown_hash: null };
    expect(isDoubtful(before, { ...mail, html: null })).toBe(false);
    expect(isDoubtful(before, other)).toBe(true);
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
