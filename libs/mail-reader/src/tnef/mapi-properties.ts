import { ByteReader, MalformedError } from './byte-reader.ts';

/** Values of the properties that are read, by their id (MS-OXPROPS). */
export const PROPERTY = {
  subject: 0x0037,
  body: 0x1000,
  compressedRtf: 0x1009,
  html: 0x1013,
  internetCodePage: 0x3fde,
  attachData: 0x3701,
  attachFileName: 0x3704,
  attachMethod: 0x3705,
  attachLongFileName: 0x3707,
  attachMimeType: 0x370e,
  attachContentId: 0x3712,
  displayName: 0x3001,
} as const;

/** A value of a property: a text of UTF-16 or of a code page, bytes, or a number. */
export type PropertyValue = { readonly kind: 'unicode' | 'text' | 'bytes'; readonly bytes: Buffer } | number;

const UNICODE = 0x1f;
const STRING = 0x1e;
const OBJECT = 0x0d;
const BINARY = 0x102;
const MULTIPLE = 0x1000;
/** Bytes of a value of each type (MS-OXTNEF section 2.1.3.3), with its padding. */
const SIZES: Readonly<Record<number, number>> = {
  ...{ 0x00: 0, 0x01: 0, 0x02: 4, 0x03: 4, 0x04: 4, 0x05: 8, 0x06: 8, 0x07: 8, 0x0a: 4, 0x0b: 4 },
  ...{ 0x14: 8, 0x40: 8, 0x48: 16 },
};
const NAMED_FROM = 0x8000;

/** Reads a list of MAPI properties (MS-OXTNEF section 2.1.3.2). Of several values of one, the first. */
export function mapiProperties(source: Buffer): Map<number, PropertyValue> {
  const reader = new ByteReader(source);
  const properties = new Map<number, PropertyValue>();
  for (let left = reader.uint32(); left > 0 && reader.left > 0; left -= 1) {
    const type = reader.uint16();
    const id = reader.uint16();
    if (id >= NAMED_FROM) skipName(reader);
    const value = valueOf(reader, type);
    if (value !== null && id < NAMED_FROM && !properties.has(id)) properties.set(id, value);
  }
  return properties;
}

function skipName(reader: ByteReader): void {
  reader.bytes(16);
  if (reader.uint32() === 0) reader.uint32();
  else reader.padded(reader.uint32());
}

function valueOf(reader: ByteReader, type: number): PropertyValue | null {
  const base = type & ~MULTIPLE;
  const isMultiple = base !== type;
  const kind =
    base === UNICODE
      ? 'unicode'
      : base === STRING
        ? 'text'
        : base === BINARY || base === OBJECT
          ? 'bytes'
          : null;
  if (kind !== null) {
    const values: Buffer[] = [];
    for (let left = reader.uint32(); left > 0; left -= 1) values.push(reader.padded(reader.uint32()));
    return values[0] === undefined ? null : { kind, bytes: values[0] };
  }
  const size = SIZES[base];
  if (size === undefined) throw new MalformedError(`A property has the unknown type ${type}`);
  const count = isMultiple ? reader.uint32() : 1;
  const bytes = reader.bytes(size * count);
  return size === 4 && count > 0 ? bytes.readUInt32LE() : null;
}
