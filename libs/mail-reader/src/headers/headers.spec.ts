import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ADDRESSES_MAX, NAME_MAX } from '../limits.ts';
import { addressList } from './addresses.ts';
import { readDate } from './dates.ts';
import { decodeWords } from './encoded-words.ts';
import { defaultFileName, safeFileName } from './file-names.ts';
import { messageIds, ownMessageId } from './message-ids.ts';
import { parseParameters } from './parameters.ts';

/** Pieces of which hostile headers are made. */
const PIECES = [
  ...['"', '\\', '<', '>', '(', ')', ',', ';', ':', '@', '=', '*', '%', "'", ' ', '\t', '=?', '?=', '?q?', '?b?', '=?utf-8?q?'],
  ...['=E2=82', '4oI=', 'filename*0*=', "utf-8''", '\0', '\uD800', '\u202E', 'ü', '😀', 'a', '.', '/', '..'],
]; // oxfmt-ignore
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
);
/** A hundred thousand times the same: what is not linear takes minutes of it. */
const LONG = PIECES.map((piece) => piece.repeat(100_000));

describe('encoded words', () => {
  it.each([
    ['=?utf-8?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['=?UTF-8?B?R3LDvMOfZQ==?= aus =?utf-8?q?K=C3=B6ln?=', 'Grüße aus Köln'],
    ['=?utf-8?B?R3LD?= =?utf-8?B?vMOfZQ==?=', 'Grüße'],
    ['=?utf-8?Q?Gr=C3?=\t =?utf-8?B?vMOfZQ==?=', 'Grüße'],
    ['"=?utf-8?Q?Gr=C3=BC=C3=9Fe?=" <a@b>', '"Grüße" <a@b>'],
    ['=?utf-8*de?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['=?iso-8859-1?q?a=E9?= =?utf-8?q?b=C3=A9?=', 'aébé'],
    ['a=?utf-8?q?b?=c', 'abc'],
    ['=?utf-8?Q?with blanks in it?=', 'with blanks in it'],
    ['=?utf-8?Q?=3D=3Futf-8=3FQ=3Fx=3F=3D?=', '=?utf-8?Q?x?='],
    ['=?unknown?Q?Gr=FC=DFe?=', 'Grüße'],
    ['=?utf-8?Q?Gr=FC=DFe?=', 'Grüße'],
    ['=?utf-7?Q?+ADw-?=', '+ADw-'],
    ['=?utf-8?Q??= x', ' x'],
    ['=?utf-8?X?y?=', '=?utf-8?X?y?='],
    ['no =? word', 'no =? word'],
  ])('are decoded: %j', (value, text) => {
    expect(decodeWords(value)).toBe(text);
  });

  it('give any text back, wherever it is cut into words', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.integer({ min: 1, max: 20 }),
        (text, size) => {
          const bytes = Buffer.from(text.toWellFormed().replaceAll('\uFEFF', ''));
          const words = [];
          for (let at = 0; at < bytes.length; at += size)
            words.push(`=?utf-8?b?${bytes.toString('base64', at, at + size)}?=`);
          expect(decodeWords(words.join('\t '))).toBe(bytes.toString());
        },
      ),
      { numRuns: 200 },
    );
  });
});

const named = (name: string | null, address: string, group: string | null = null) => ({
  name,
  address,
  group,
});

describe('an address list', () => {
  it.each([
    ['dana@example.com', [named(null, 'dana@example.com')]],
    ['Dana Doe <Dana@EXAMPLE.com>', [named('Dana Doe', 'Dana@example.com')]],
    ['"Doe, Dana" <d@e.f>, lee@e.f', [named('Doe, Dana', 'd@e.f'), named(null, 'lee@e.f')]],
    ['Doe, Dana <d@e.f>', [named('Doe, Dana', 'd@e.f')]],
    ['d@e.f (Dana (the first) Doe)', [named('Dana (the first) Doe', 'd@e.f')]],
    ['a@e.f; b@e.f', [named(null, 'a@e.f'), named(null, 'b@e.f')]],
    [
      'Team: a@e.f, B <b@e.f>;, c@e.f',
      [named(null, 'a@e.f', 'Team'), named('B', 'b@e.f', 'Team'), named(null, 'c@e.f')],
    ],
    ['undisclosed-recipients:;', []],
    ['Re: Dana <d@e.f>', [named('Re: Dana', 'd@e.f')]],
    ['<@relay.example,@other.example:d@e.f>', [named(null, 'd@e.f')]],
    ['"a b"@e.f', [named(null, '"a b"@e.f')]],
    ['"a\\"b" <d@e.f>', [named('a"b', 'd@e.f')]],
    ['"Dana <d@e.f>', [named('"Dana', 'd@e.f')]],
    ['Dana <d@e.f', [named('Dana', 'd@e.f')]],
    ['<<d@e.f>>', [named(null, 'd@e.f')]],
    ["'Dana' <d@e.f>", [named('Dana', 'd@e.f')]],
    ['MAILER-DAEMON <>', []],
    ['Mail Delivery <MAILER-DAEMON>', [named('Mail Delivery', 'MAILER-DAEMON')]],
    ['=?utf-8?Q?a=40b=2Ec?= <d@e.f>', [named('a@b.c', 'd@e.f')]],
    ['=?utf-8?Q?a=40b=2Ec?=', []],
    ['=?utf-8?Q?=22=2C_a=40b=2Ec=3E?= <d@e.f>', [named('", a@b.c>', 'd@e.f')]],
    ['Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>', [named('Pete', 'pete@silly.test')]],
    ['d @ e.f', [named(null, 'd@e.f')]],
    ['mailto:d@e.f', [named(null, 'd@e.f')]],
    ['', []],
    [',,;:', []],
  ])('is read as people mean it: %j', (value, expected) => {
    expect(addressList(value).addresses).toEqual(expected);
  });

  it('has no address that its text has not, and no characters that mislead', () => {
    fc.assert(
      fc.property(nasty, (value) => {
        const { addresses } = addressList(value);
        expect(addresses.length).toBeLessThanOrEqual(ADDRESSES_MAX);
        for (const { name, address, group } of addresses) {
          expect(address).not.toMatch(/\p{Cc}|\p{Cs}/u);
          for (const text of [name ?? 'x', group ?? 'x']) {
            expect(text).not.toMatch(/[\u202A-\u202E]|\p{Cc}|\p{Cs}/u);
            expect(text.length).toBeLessThanOrEqual(NAME_MAX);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('of 100,000 times the same is read', () => {
    for (const value of LONG) expect(addressList(value).addresses.length).toBeLessThanOrEqual(ADDRESSES_MAX);
  });
});

describe('parameters', () => {
  const of = (value: string) => Object.fromEntries(parseParameters(value).parameters);

  it.each([
    ['text/plain; charset=utf-8', { charset: 'utf-8' }],
    ['attachment; filename="a;b.pdf"; size=3', { filename: 'a;b.pdf', size: '3' }],
    ['a/b; name="a\\"b"', { name: 'a"b' }],
    ["a/b; name*=utf-8''Gr%C3%BC%C3%9Fe", { name: 'Grüße' }],
    ["a/b; name*=iso-8859-1'de'K%F6ln; name=plain", { name: 'Köln' }],
    ["a/b; name*1*=%9Fe; name*0*=utf-8''Gr%C3%BC%C3", { name: 'Grüße' }],
    ['a/b; name*0="a b"; name*1=c', { name: 'a bc' }],
    ["a/b; name*0*=utf-8''a; name*2*=c", { name: 'a' }],
    ['a/b; name="=?utf-8?q?Gr=C3=BC=C3=9Fe?="', { name: 'Grüße' }],
    ['a/b; name=a; name=b', { name: 'a' }],
    ['a/b; name=my file (1).pdf', { name: 'my file (1).pdf' }],
    ['a/b; name="open', { name: 'open' }],
    ['a/b; ; =x; x', {}],
  ])('are read: %j', (value, expected) => {
    expect(of(value)).toEqual(expected);
  });

  it('are read of any text', () => {
    fc.assert(
      fc.property(nasty, (value) => {
        for (const text of parseParameters(value).parameters.values()) expect(typeof text).toBe('string');
      }),
      { numRuns: 200 },
    );
    for (const value of LONG)
      expect(parseParameters(`${value};name=x`).parameters.size).toBeLessThanOrEqual(201);
  });
});

describe('message ids', () => {
  it('are found wherever they are, the newest last', () => {
    expect(messageIds('<a@b>,<c@d> junk <not an id> <e@f><a@b>', 100)).toEqual(['<c@d>', '<e@f>', '<a@b>']);
    expect(messageIds('none', 100)).toEqual([]);
  });

  it('are the last ones of more than are wanted', () => {
    const ids = Array.from({ length: 150 }, (_, at) => `<${at}@b>`);
    expect(messageIds(ids.join('\t'), 100)).toEqual(ids.slice(50));
  });

  it('of a mail may lack brackets', () => {
    expect([ownMessageId(' <a@b> (x)'), ownMessageId('a@b'), ownMessageId('')]).toEqual([
      '<a@b>',
      'a@b',
      null,
    ]);
  });
});

describe('a date', () => {
  it.each([
    ['Thu, 26 Nov 2026 10:00:00 +0100', '2026-11-26T09:00:00.000Z'],
    ['26 Nov 26 10:00 EST', '2026-11-26T15:00:00.000Z'],
    ['Thu, 26 Nov 2026 10:00:00 GMT (comment)', '2026-11-26T10:00:00.000Z'],
    ['Thu Nov 26 10:00:00 2026', '2026-11-26T10:00:00.000Z'],
    ['2026-11-26 10:00:00', '2026-11-26T10:00:00.000Z'],
    ['2026-11-26T10:00:00+01:00', '2026-11-26T09:00:00.000Z'],
    ['Thu, 26 November 2026 10:00:00 -0530', '2026-11-26T15:30:00.000Z'],
    ['yesterday', undefined],
    ['Thu, 99 Nov 2026 10:00:00 +0100', undefined],
    ['', undefined],
  ])('is read in the forms that mails have: %j', (value, expected) => {
    expect(readDate(value)?.toISOString()).toBe(expected);
  });

  it('is an instant or none', () => {
    fc.assert(fc.property(nasty, (value) => !Number.isNaN(readDate(value)?.getTime())));
  });
});

describe('a file name', () => {
  it('is safe, whatever it was', () => {
    fc.assert(
      fc.property(nasty, (name) => {
        const safe = safeFileName(name, 'fallback');
        expect(safe).not.toMatch(/[/\\<>:"|?*\u202A-\u202E]|\p{Cc}|^\.|[. ]$|\p{Cs}/u);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(NAME_MAX);
        expect(safe).not.toBe('');
        expect(safeFileName(safe, 'fallback')).toBe(safe);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps its extension where it is too long', () => {
    expect(safeFileName(`${'ü'.repeat(300)}.pdf`, '')).toBe(`${'ü'.repeat(125)}.pdf`);
  });

  it('is made of the type where a part has none', () => {
    expect(
      ['image/png', 'text/calendar', 'message/rfc822', 'x/y'].map((type) => defaultFileName(type, 1)),
    ).toEqual(['attachment-2.png', 'invite.ics', 'message.eml', 'attachment-2.bin']);
  });
});
