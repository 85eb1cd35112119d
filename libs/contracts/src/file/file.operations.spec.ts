import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createFile } from './file.operations.ts';

const read = (path: string) => {
  const parsed = createFile.body?.shape.folder.safeParse(path);
  return parsed?.success === true ? parsed.data : 'refused';
};

describe('the folder of a file', () => {
  it.each([
    ['invoices/2026', 'invoices/2026'],
    ['/./a// b /', 'a/b'],
    ['in\u00ADvo\u200Bices/\u202E2026\uFFFD', 'invoices/2026'],
    ['cafe\u0301', 'café'],
    ['👩\u200D👧', '👩\u200D👧'],
    ['\u2060', null],
    ['a/..', 'refused'],
    ['a/.\u200B./b', 'refused'],
    ['\uFB2C'.repeat(255), 'refused'],
    ['x'.repeat(256), 'refused'],
  ])('that is given as %j is %j', (given, path) => {
    expect(read(given)).toBe(path);
  });

  it('has visible names, in NFC, without another folder above, and stays as it is', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('/', '.', '..', ' ', '\u202E', '\u00AD', '\uFEFF', 'e\u0301', '😀'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const path = read(pieces.join(''));
        if (path === 'refused' || path == null) return;
        expect(path.split('/').every((name) => name !== '' && !/^(?:\.{1,2}|\s.*|.*\s)$/u.test(name))).toBe(
          true,
        );
        expect(path).not.toMatch(
          /[\p{Cc}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFFD]/u,
        );
        expect(path.normalize('NFC')).toBe(path);
        expect(read(path)).toBe(path);
      }),
      { numRuns: 500 },
    );
  });
});
