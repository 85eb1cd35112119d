import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shownWorkspaceName } from './workspace-name.rules.ts';

describe('the name of a workspace in a mail of the product', () => {
  it.each([
    'Acme',
    'Acme Inc.',
    "Müller & Söhne (O'Neill), Köln",
    'Studio 54 - 2026',
    '株式会社アクメ',
    'دعم العملاء',
    'हिन्दी सहायता',
  ])('stays what it is: %s', (name) => {
    expect(shownWorkspaceName(name)).toBe(name);
  });

  it.each([
    ['Win a prize at evil.com', 'Win a prize at evil com'],
    ['https://evil.com/login?a=b#c', 'https evil com login a b c'],
    ['evil。com', 'evil com'],
    ['evil．com／login', 'evil com login'],
    ['evil․com', 'evil com'],
    ['mail boss@acme.com', 'mail boss acme com'],
    ['Call 0800 123 456 now', 'Call now'],
    ['Call ０８００１２３ now', 'Call now'],
    ['<a href="x">Acme</a>', 'a href x Acme a'],
    ['Acme\r\nBcc: dana@example.com', 'Acme Bcc dana example com'],
    ['Acme\u202Eevil', 'Acme evil'],
    ['a\u200Bb', 'a b'],
  ])('has nothing to follow, to call or to run: %j is %j', (name, shown) => {
    expect(shownWorkspaceName(name)).toBe(shown);
  });

  it('is cut', () => {
    expect(shownWorkspaceName('a'.repeat(255))).toBe(`${'a'.repeat(40)}…`);
  });

  it.each(['', '  ', '!!!', '.', '😀', '\uD800', '1234567', '---'])(
    'is none where nothing is left: %j',
    (name) => {
      expect(shownWorkspaceName(name)).toBeNull();
    },
  );

  it('never has what a mail program makes a link of, whatever it is', () => {
    const parts = fc.constantFrom(
      'http://',
      'www.',
      'evil',
      '.com',
      '@',
      '/',
      '.',
      ' ',
      '\u3002',
      '\uFF0E',
      ':',
      '\n',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(parts).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (name) => {
        const shown = shownWorkspaceName(name) ?? '';
        expect(shown).not.toMatch(/\.\S|[@/:<>\\\n\r]/);
        expect([...shown].length).toBeLessThanOrEqual(41);
      }),
    );
  });
});
