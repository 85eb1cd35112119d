import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { calendarSummary } from './calendar.ts';
import { decodeText, metaCharset } from './charsets.ts';
import { enrichedText, referencedContentIds } from './html-parts.ts';
import { transferDecoder } from './transfer-decoders.ts';

const raw = (text: string) => Buffer.from(text, 'latin1');

describe('bytes in a charset', () => {
  it.each([
    'windows-1251',
    'koi8-r',
    'koi8-u',
    'iso-8859-2',
    'iso-8859-15',
    'cp850',
    'ibm437',
    'macintosh',
    'windows-1255',
  ])('are what they are in %s, in which every text of it is valid', (charset) => {
    for (let byte = 0x20; byte < 0x100; byte += 1) {
      const expected = iconv.decode(Buffer.from([0x41, byte]), charset);
      if (!expected.includes('\uFFFD')) expect(decodeText(Buffer.from([0x41, byte]), charset)).toBe(expected);
    }
  });

  it.each([
    ['shift_jis', '日本語'], ['x-sjis', '日本語'], ['euc-jp', '日本語'], ['big5', '繁體中文'], ['gbk', '简体中文'],
    ['gb2312', '简体中文'], ['gb18030', '简体中文'], ['ks_c_5601-1987', '안녕하세요'], ['euc-kr', '안녕하세요'],
    ['utf-16le', 'Grüße'], ['utf-16be', 'Grüße'],
  ])('are what they are in %s', (charset, text) => {
    const encoding = charset.startsWith('x-') ? 'shift_jis' : charset;
    expect(decodeText(iconv.encode(text, encoding), charset)).toBe(text);
  }); // oxfmt-ignore

  it.each([
    ['windows-1252', '\x80\x93', '€“'], ['latin1', '\x80\x93', '€“'], ['us-ascii', '\x80\x93', '€“'], [null, '\x80\x93', '€“'],
    ['ISO-8859-1', '\xE9', 'é'], ['"utf-8"', 'Gr\xC3\xBC', 'Grü'], ['utf8', 'Gr\xC3\xBC', 'Grü'], ['us-ascii', 'Gr\xC3\xBC', 'Grü'],
    ['utf-8', 'Gr\xFC\xDFe', 'Grüße'], ['nonsense', 'Gr\xC3\xBC', 'Grü'], ['base64', 'R3I=', 'R3I='], ['utf-7', '+ADw-', '+ADw-'],
    ['unicode-1-1-utf-7', '+ADw-', '+ADw-'], ['utf-8', '\xEF\xBB\xBFx', 'x'], [null, '\xFF\xFEx\0', 'x'], ['utf-16', 'eight bits, not 16', 'eight bits, not 16'],
    ['iso-2022-jp', '\x1B$B$3$s\x1B(B!', 'こん!'], [null, '\x1B$B$3$s\x1B(B!', 'こん!'],
    ['iso-2022-kr', '\x1B$)C\x0E>H3g\x0F!', '안녕!'], ['hz-gb-2312', 'a~{VPND~}b~~', 'a中文b~'], ['utf-8', 'Gr\xC3', 'Gr'],
  ])('labelled %s are read by the policy: %j', (label, bytes, text) => {
    expect(decodeText(raw(bytes), label)).toBe(text);
  }); // oxfmt-ignore

  it('of UTF-8 give the text back, whatever the label of seven bits or none says', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(null, 'utf-8', 'us-ascii', 'x-none', 'utf-7'),
        (text, label) => {
          const valid = text.toWellFormed().replaceAll('\uFEFF', '').replaceAll('\u001B', '');
          expect(decodeText(Buffer.from(valid), label)).toBe(valid);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('are a text, whatever they are', () => {
    const labels = [
      null,
      'utf-8',
      'iso-2022-jp',
      'iso-2022-kr',
      'hz',
      'gb18030',
      'utf-16',
      'utf-32',
      'big5',
      'windows-1252',
    ];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.constantFrom(...labels), (bytes, label) => {
        expect(typeof decodeText(bytes, label)).toBe('string');
      }),
      { numRuns: 400 },
    );
  });

  it('of HTML have the charset of its meta', () => {
    expect(metaCharset(raw('<html><meta charset=koi8-r>'))).toBe('koi8-r');
    expect(metaCharset(raw('<META http-equiv="x" content="text/html; charset=utf-16">'))).toBe('utf-8');
    expect(metaCharset(raw('<p>charset=koi8-r'))).toBeNull();
  });
});

describe('a transfer encoding', () => {
  const decoded = (encoding: string, text: string, size: number) => {
    const decoder = transferDecoder(encoding);
    const pieces = [];
    for (let at = 0; at < text.length; at += size)
      pieces.push(decoder.decode(raw(text.slice(at, at + size))));
    return Buffer.concat([...pieces, decoder.end()]).toString('latin1');
  };

  it.each([
    ['base64', 'SGVsbG8=', 'Hello'], ['base64', 'SGVs\r\nbG8', 'Hello'], ['base64', 'SGVsbG8=SGVsbG8=', 'HelloHello'],
    ['base64', 'SGV-s!bG8', 'Hello'], ['quoted-printable', 'a=3Db=\r\nc', 'a=bc'], ['quoted-printable', 'a=3db  \r\nc', 'a=b\r\nc'],
    ['quoted-printable', '100=% a=', '100=% a'], ['quoted-printable', 'a=  \r\nb', 'ab'], ['quoted-printable', 'a=\nb', 'ab'],
    ['7bit', 'a=3D', 'a=3D'], ['x-none', 'a=3D', 'a=3D'],
  ])('is undone: %s %j', (encoding, text, expected) => {
    for (const size of [1, 2, 3, 100]) expect(decoded(encoding, text, size)).toBe(expected);
  }); // oxfmt-ignore

  it('of Base64 gives any bytes back, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.integer({ min: 1, max: 9 }), (bytes, size) => {
        const text = Buffer.from(bytes)
          .toString('base64')
          .replaceAll(/(.{10})/g, '$1\r\n');
        expect(decoded('base64', text, size)).toBe(Buffer.from(bytes).toString('latin1'));
      }),
    );
  });

  it('of Quoted-Printable is the same, wherever it is cut', () => {
    const pieces = ['=', '3D', '=3D', ' ', '\t', '\r\n', '\n', 'a', '=\r\n', '= \r\n'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), fc.integer({ min: 1, max: 9 }), (all, size) => {
        const text = all.join('');
        expect(decoded('quoted-printable', text, size)).toBe(decoded('quoted-printable', text, 10_000));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('other texts', () => {
  it('are enriched text without its commands', () => {
    expect(enrichedText('<bold>Now</bold> is <<the time<nl><color><param>red</param>for</color>')).toBe(
      'Now is <the time\nfor',
    );
  });

  it('name the parts to which an HTML text refers', () => {
    expect([...referencedContentIds('<img src="cid:a@b"><img src=\'CID:c%40d\'> url(cid:e@f)')]).toEqual(
      ['a@b', 'c%40d', 'c@d', 'e@f'], // oxfmt-ignore
    );
  });

  it('are a summary of a calendar, which says whether it is cancelled', () => {
    const event =
      'BEGIN:VCALENDAR\nMETHOD:CANCEL\nBEGIN:VEVENT\nSUMMARY:Repair\nDTSTART;VALUE=DATE:20261201\nEND:VEVENT\nEND:VCALENDAR';
    expect(calendarSummary(event)).toBe('Cancelled: Repair\nWhen: 2026-12-01');
    expect(calendarSummary('BEGIN:VCALENDAR\nEND:VCALENDAR')).toBe('');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => typeof calendarSummary(text) === 'string'),
    );
  });
});
