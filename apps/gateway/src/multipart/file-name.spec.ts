import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_NAME, fileNameOf, NAME_MAX } from './file-name.ts';

describe('the name of a file', () => {
  it.each([
    ['invoice.pdf', 'invoice.pdf'],
    ['Rechnung März (2).pdf', 'Rechnung März (2).pdf'],
    ['../../etc/passwd', 'passwd'],
    ['/etc/passwd', 'passwd'],
    ['C:\\Users\\dana\\a b.txt', 'a b.txt'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['folder/', DEFAULT_NAME],
    ['', DEFAULT_NAME],
    ['.', DEFAULT_NAME],
    ['..', DEFAULT_NAME],
    ['  \t ', DEFAULT_NAME],
    ['.gitignore', '.gitignore'],
    ['a.png\u0000.exe', 'a.png.exe'],
    ['a\r\nX-Injected: 1', 'aX-Injected: 1'],
    ['invoice\u202Egpj.exe', 'invoicegpj.exe'],
    ['\u2066a\u2069\u200F.txt', 'a.txt'],
    ['cafe\u0301.pdf', 'café.pdf'],
    ['in\u00ADvo\u2060ice\uFEFF\u{E0041}\uFFFD.pdf', 'invoice.pdf'],
    ['\u0646\u0627\u0645\u0647\u200C\u0647\u0627.pdf', '\u0646\u0627\u0645\u0647\u200C\u0647\u0627.pdf'],
    ['half \ud800 pair.txt', 'half  pair.txt'],
    ['👩‍👧.png', '👩‍👧.png'],
    ['<img src=x onerror=alert(1)>.html', '<img src=x onerror=alert(1)>.html'],
    ['<script>alert(1)</script>', 'script>'],
    ['__proto__', '__proto__'],
    [`${'x'.repeat(5_000)}.pdf`, `${'x'.repeat(251)}.pdf`],
    [`a.${'x'.repeat(5_000)}`, `a.${'x'.repeat(253)}`],
    [`${'x'.repeat(250)}👩.pdf`, `${'x'.repeat(250)}.pdf`],
  ])('that is given as %j is %j', (given, name) => {
    expect(fileNameOf(given)).toBe(name);
  });

  it('is short, well-formed and of one line, whatever is given, and stays as it is', () => {
    const character = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('/', '\\', '.', ' ', '\u0000', '\u202E', '\ud800', 'e\u0301', '😀', '.tar.gz'),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 12 }), (pieces) => {
        const name = fileNameOf(pieces.join(''));
        expect(name.length).toBeGreaterThan(0);
        expect(name.length).toBeLessThanOrEqual(NAME_MAX);
        expect(name.isWellFormed()).toBe(true);
        expect(name).not.toMatch(/[\p{Cc}/\\\u202A-\u202E\u2066-\u2069]|^\.{1,2}$|^\s|\s$/u);
        expect(name.normalize('NFC')).toBe(name);
        expect(fileNameOf(name)).toBe(name);
      }),
    );
  });

  it('keeps its extension, however long it is', () => {
    const long = fc.string({ unit: fc.constantFrom('a', 'ü', '😀', ' '), minLength: 300, maxLength: 600 });
    fc.assert(
      fc.property(long, fc.constantFrom('.pdf', '.jpeg', '.docx'), (stem, extension) =>
        expect(fileNameOf(`a${stem}${extension}`).endsWith(extension)).toBe(true),
      ),
    );
  });
});
