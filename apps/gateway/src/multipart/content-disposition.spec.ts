import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDisposition } from './content-disposition.ts';

/** As it arrives: a character for each byte. */
const received = (header: string): string => Buffer.from(header).toString('latin1');

describe('a Content-Disposition', () => {
  it.each([
    ['form-data; name="body"', 'body', undefined],
    ['form-data; name=body', 'body', undefined],
    ['Form-Data;NAME="body" ; ', 'body', undefined],
    ['form-data; name="file"; filename="a.txt"', 'file', 'a.txt'],
    ['form-data; filename="a.txt"; name="file"', 'file', 'a.txt'],
    ['form-data; name="file"; filename=""', 'file', ''],
    ['form-data; name=""; filename="a"', '', 'a'],
    ['form-data; name="file"; filename="März 😀.pdf"', 'file', 'März 😀.pdf'],
    ['form-data; name="file"; filename="a;b=c.txt"', 'file', 'a;b=c.txt'],
    ['form-data; name="file"; filename="say \\"hi\\".txt"', 'file', 'say "hi".txt'],
    ['form-data; name="file"; filename="say %22hi%22%0d%0A.txt"', 'file', 'say "hi"\r\n.txt'],
    ['form-data; name="file"; filename="100%.txt"', 'file', '100%.txt'],
    ['form-data; name="file"; filename="C:\\docs\\a.txt"', 'file', 'C:\\docs\\a.txt'],
    ['form-data; name="file"; filename="docs\\"', 'file', 'docs\\'],
    ['form-data; filename="docs\\"; name="file"', 'file', 'docs\\'],
    ['form-data; name="file"; filename="%22docs%22\\"', 'file', '"docs"\\'],
    [`form-data; name="file"; filename="x"; filename*=UTF-8''M%C3%A4rz.pdf`, 'file', 'März.pdf'],
    [`form-data; name="file"; filename*=iso-8859-1'de'M%E4rz.pdf`, 'file', 'März.pdf'],
    [`form-data; name="file"; filename="x"; filename*=utf-8''%zz`, 'file', 'x'],
    [`form-data; name="file"; filename*=nonsense`, 'file', 'nonsense'],
    ['form-data; name="file"; filename*1="b.txt"; filename*0="a"', 'file', 'ab.txt'],
    [
      `form-data; name="file"; filename*0*=UTF-8''M%C3%A4; filename*1*=rz%20; filename*2="1%41.pdf"`,
      'file',
      'März 1%41.pdf',
    ],
    [`form-data; name="file"; filename*1*=%A4rz; filename*0*=utf-8'de'M%C3; filename="x"`, 'file', 'März'],
    [`form-data; name="file"; filename*0*=iso-8859-1''M%E4; filename*1="rz"`, 'file', 'März'],
    [`form-data; name="file"; filename*0=a; filename*2=c; filename="x"`, 'file', 'x'],
    [`form-data; name="file"; filename*0=a; filename*2=c`, 'file', 'a'],
    [`form-data; name="file"; filename*1=b`, 'file', undefined],
    [`form-data; name="file"; filename*0*=UTF-8''%zz; filename="x"`, 'file', 'x'],
    ['form-data; name="__proto__"', '__proto__', undefined],
  ])('%s is read', (header, name, fileName) => {
    expect(readDisposition(received(header))).toEqual({ name, fileName });
  });

  it('of an old client is Latin-1, and a name that is not UTF-8 is none', () => {
    expect(readDisposition('form-data; name="file"; filename="M\xe4rz.pdf"')?.fileName).toBe('März.pdf');
    expect(readDisposition('form-data; name="M\xe4rz"')).toEqual({ name: null, fileName: undefined });
  });

  it.each([
    '',
    'form-data',
    'form-data; filename="a.txt"',
    'attachment; name="file"',
    'form-datax; name="file"',
    'form-data; name="file',
    'form-data; name="file"x',
    'form-data name="file"',
    'form-data; name="a"; name="b"',
    'form-data; name="a"; filename="a"; FILENAME="b"',
    'form-data; name="a"; =b',
  ])('%j cannot be read', (header) => {
    expect(readDisposition(header)).toBeNull();
  });

  it('returns any name that a browser or a library has written', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(text, (name) => {
        const browser = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
        fc.pre(!/%(?:22|0[AD])/i.test(name) && !name.includes('\\'));
        const header = received(`form-data; name="file"; filename="${browser}"`);
        expect(readDisposition(header)?.fileName).toBe(name);
        const encoded = `form-data; name="file"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`;
        expect(readDisposition(encoded)?.fileName).toBe(name);
      }),
    );
  });

  it('returns any name that is sent in encoded pieces, wherever they are cut and in whatever order they come', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    const cuts = fc.array(fc.nat(), { maxLength: 5 });
    fc.assert(
      fc.property(text, cuts, fc.boolean(), (name, at, isReversed) => {
        const bytes = [...Buffer.from(name)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
        const places = [0, ...at.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
        const pieces = places
          .slice(1)
          .map((end, index) => bytes.slice(places[index], end).join(''))
          .map((piece, index) => `; filename*${index}*=${index === 0 ? "UTF-8''" : ''}${piece}`);
        const header = `form-data; name="file"${(isReversed ? pieces.toReversed() : pieces).join('')}`;
        expect(readDisposition(header)?.fileName).toBe(name);
      }),
    );
  });
});
