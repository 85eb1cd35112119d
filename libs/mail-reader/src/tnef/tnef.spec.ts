import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { charsetOfCodePage } from './code-pages.ts';
import { decompressedRtf } from './compressed-rtf.ts';
import { rtfContent } from './rtf-text.ts';
import { readTnef } from './tnef.ts';
import { attachment, attribute, compressed, properties, property, tnef } from './tnef.fixture.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const BODY = 0x0002800c;
const PROPERTIES = 0x00069003;
const CODE_PAGE = 0x00069007;
const rtf = (text: string) => rtfContent(Buffer.from(text, 'latin1'));

describe('compressed RTF', () => {
  // The examples of MS-OXRTFCP section 4.1.
  it.each([
    [
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
      '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
    ],
    ['1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0', '{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}'],
  ])('is decompressed', (source, text) => {
    expect(decompressedRtf(hex(source)).toString('latin1')).toBe(text);
  });

  it('ends where its bytes end', () => {
    expect(decompressedRtf(hex('1a0000001c0000004c5a4675e2d44b5141000420')).toString()).toBe('{\\rtf1 ');
    expect(() => decompressedRtf(hex('1a0000001c00000000000000e2d44b51'))).toThrow('no compressed RTF');
  });
});

describe('the content of RTF', () => {
  it.each([
    [
      String.raw`{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2\par Line\line \{2\}\~x}`,
      'Привет\nLine\n{2}\u00A0x',
    ],
    [String.raw`{\rtf1\ansi\ansicpg932 \'93\'fa\'96\'7b}`, '日本'],
    [
      String.raw`{\rtf1{\fonttbl{\f0 Arial;}}{\colortbl;\red0;}{\*\generator Riched20;}\uc1\u8364?\u-10179?\u-8704? x}`,
      '€😀 x',
    ],
    [String.raw`{\rtf1\uc2\u8364\'80\'80x}`, '€x'],
    ['{\\rtf1 a\r\nb\\tab c', 'ab\tc'],
  ])('is its text: %j', (source, text) => {
    expect(rtf(source)).toEqual({ isHtml: false, text });
  });

  it('is the HTML that it encloses', () => {
    const source = String.raw`{\rtf1\ansi\fromhtml1 {\*\htmltag18 <html>}{\*\htmltag84 &amp;}\htmlrtf &\htmlrtf0 text\htmlrtf{\b }\htmlrtf0{\*\mhtmltag84 <x>}}`;
    expect(rtf(source)).toEqual({ isHtml: true, text: '<html>&amp;text' });
  });
});

describe('a winmail.dat', () => {
  it('has the text of its attribute, in its code page', () => {
    const page = Buffer.alloc(8);
    page.writeUInt32LE(1251);
    const source = tnef(
      attribute(1, CODE_PAGE, page),
      attribute(1, BODY, Buffer.from('\xCF\xF0\0', 'latin1')),
    );
    expect(readTnef(source)).toEqual({ text: 'Пр', html: null, attachments: [] });
  });

  it('has the text of its RTF where it has no other', () => {
    const body = property(0x102, 0x1009, compressed(String.raw`{\rtf1\ansi Text\par}`));
    expect(readTnef(tnef(attribute(1, PROPERTIES, properties(body))))).toMatchObject({
      text: 'Text\n',
      html: null,
    });
  });

  it('has the long names of its attachments, their types, and mails that are attached', () => {
    const name = (text: string) => property(0x1f, 0x3707, Buffer.from(`${text}\0`, 'utf16le'));
    const method = property(3, 0x3705, 5);
    const mail = property(0x0d, 0x3701, Buffer.concat([Buffer.alloc(16), tnef()]));
    const source = tnef(
      ...attachment('A~1.PDF', Buffer.from('A'), name('Angebot für Köln.pdf')),
      ...attachment('B.TXT', Buffer.from('B')),
      ...attachment('', null, name('Old mail'), method, mail),
    );
    expect(readTnef(source)?.attachments).toEqual([
      { name: 'Angebot für Köln.pdf', type: 'application/pdf', contentId: null, content: Buffer.from('A') },
      { name: 'B.TXT', type: 'text/plain', contentId: null, content: Buffer.from('B') },
      { name: 'Old mail.tnef', type: 'application/ms-tnef', contentId: null, content: tnef() },
    ]);
  });

  it('is none where its bytes are none of it, and never more than that', () => {
    const source = tnef(
      ...attachment('A.TXT', Buffer.from('A'), property(0x1f, 0x3707, Buffer.from('a\0', 'utf16le'))),
    );
    for (let end = 0; end < source.length - 2; end += 1) {
      const message = readTnef(source.subarray(0, end));
      expect(message === null || message.attachments.length <= 1).toBe(true);
    }
    fc.assert(
      fc.property(
        fc.nat(source.length - 1),
        fc.nat(255),
        fc.uint8Array({ maxLength: 20 }),
        (at, byte, junk) => {
          const damaged = Buffer.concat([source, junk]);
          damaged[at] = byte;
          expect(readTnef(damaged)?.text ?? '').toBe('');
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('a code page', () => {
  it('has a label', () => {
    expect([65001, 1252, 28591, 28605, 932, 20866, 50220].map((page) => charsetOfCodePage(page))).toEqual([
      ...['utf-8', 'windows-1252', 'iso-8859-1', 'iso-8859-15', 'cp932', 'koi8-r', 'iso-2022-jp'],
    ]);
  });
});
