import fc from 'fast-check';

/** Texts that break out of what parsers, databases and programs expect. */
export const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u202egnp.exe',
  '😀'.repeat(300),
  'x'.repeat(300),
  'x'.repeat(5_000),
  'é',
  '-1',
  '0',
  '1.5',
  '1e3',
  '9'.repeat(20),
  'true',
  'null',
  'no-such-value',
  ',',
  'a,'.repeat(60),
  '__proto__',
  'constructor',
  `' or 1=1;--`,
  '${7*7}{{7*7}}<script>alert(1)</script>',
  '../../etc/passwd',
] as const;

/** As they stand in a URL: no escape, and no UTF-8. */
export const RAW_TEXTS = ['%zz', '%', '%00', '%ED%A0%80', '%ff', '%2e%2e%2f'] as const;

const nested = (depth: number, open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);

/** Values of JSON that are wrong in most places. */
export const ODD_VALUES: readonly unknown[] = [
  ...ODD_TEXTS,
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  'a\ud800b',
  'x'.repeat(70_000),
  [],
  {},
  [null],
  [[]],
  Array.from({ length: 1_001 }, (_, index) => `item ${index}`),
  nested(200, '[', ']'),
  nested(200, '{"a":', '}'),
  JSON.parse('{"__proto__":{"admin":true},"constructor":1}'),
];

/** A text in the place of the body, or another Content-Type for it. */
export interface Spoiling {
  text?: string | Uint8Array<ArrayBuffer>;
  /** Number of bytes to leave out at the end. */
  cut?: number;
  /** Content-Type; an empty one is none. */
  type?: string;
}

const BROKEN_TEXTS = [
  '',
  ' ',
  '[]',
  '"text"',
  'null',
  '7',
  'NaN',
  '{"a":1,}',
  `{'a':1}`,
  '{"a":1}{"a":1}',
  '{"a":"\u0001"}',
  '{"__proto__":{"a":1}}',
  `{"a":${'9'.repeat(400)}}`,
  `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  '{"a":'.repeat(100_000),
  'a=1&a=2',
  '--x\r\nContent-Disposition: form-data',
] as const;
/** JSON but for a byte that no UTF-8 has. */
const NO_UTF8 = Uint8Array.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]);

export const spoilingOf: fc.Arbitrary<Spoiling> = fc.oneof(
  fc.constantFrom<Spoiling>(...BROKEN_TEXTS.map((text) => ({ text })), { text: NO_UTF8 }),
  fc.integer({ min: 1, max: 20 }).map((cut) => ({ cut })),
  fc
    .constantFrom(
      '',
      'text/plain',
      'application/xml',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
    )
    .map((type) => ({ type })),
);
