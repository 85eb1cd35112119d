/** Scripts whose letters have other forms beside a joiner: Arabic ones, and those of India and South-East Asia. */
const JOINING = [
  ...[
    'Arab',
    'Syrc',
    'Mong',
    'Nkoo',
    'Adlm',
    'Rohg',
    'Deva',
    'Beng',
    'Guru',
    'Gujr',
    'Orya',
    'Taml',
    'Telu',
    'Knda',
  ],
  ...['Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt'],
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');

/** What a joiner or variation selector may follow, and then mean something. */
const BEFORE_JOINER = String.raw`(?<=[${JOINING}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])`;
const BEFORE_SELECTOR = String.raw`(?<=[\p{Extended_Pictographic}#*0-9])`;

/**
 * Control and format characters, and what no font shows: they reorder or hide text, or make two texts of one. Joiners and the variation
 * selectors of emoji stay in the emoji and in the scripts that are written with them.
 */
const INVISIBLE = new RegExp(
  String.raw`(?!${BEFORE_JOINER}[\u200C\u200D]|${BEFORE_SELECTOR}[\uFE0E\uFE0F])` +
    String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFFD]`,
  'gu',
);

/** A name without characters by which it looks like another one: `invoice\u202Egpj.exe` looks like a picture. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}

/** A text as people see it: composed (NFC), with single blanks and nothing invisible. Texts that look the same are the same. */
export function asSeen(text: string): string {
  return withoutInvisible(text.replaceAll(/\s+/gu, ' ')).normalize('NFC').replaceAll(/ {2,}/g, ' ').trim();
}
