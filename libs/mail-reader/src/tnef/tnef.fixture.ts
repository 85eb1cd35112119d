/** Writes files of MS-OXTNEF, as Outlook does. */
export function tnef(...attributes: readonly Buffer[]): Buffer {
  return Buffer.concat([uint32(0x223e9f78), uint16(1), ...attributes]);
}

export function attribute(level: number, id: number, data: Buffer): Buffer {
  const checksum = data.reduce((sum, byte) => (sum + byte) & 0xffff, 0);
  return Buffer.concat([Buffer.from([level]), uint32(id), uint32(data.length), data, uint16(checksum)]);
}

/** The attributes of an attachment with this title, its data, and more properties. */
export function attachment(title: string, data: Buffer | null, ...more: readonly Buffer[]): Buffer[] {
  return [
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, Buffer.from(`${title}\0`, 'latin1')),
    ...(data === null ? [] : [attribute(2, 0x0006800f, data)]),
    attribute(2, 0x00069005, properties(...more)),
  ];
}

export function properties(...all: readonly Buffer[]): Buffer {
  return Buffer.concat([uint32(all.length), ...all]);
}

export function property(type: number, id: number, value: Buffer | number): Buffer {
  if (typeof value === 'number') return Buffer.concat([uint16(type), uint16(id), uint32(value)]);
  const padding = Buffer.alloc((4 - (value.length % 4)) % 4);
  return Buffer.concat([uint16(type), uint16(id), uint32(1), uint32(value.length), value, padding]);
}

/** RTF in the form of MS-OXRTFCP that is not compressed. */
export function compressed(rtf: string): Buffer {
  return Buffer.concat([
    uint32(rtf.length + 12),
    uint32(rtf.length),
    uint32(0x414c454d),
    uint32(0),
    Buffer.from(rtf, 'latin1'),
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
