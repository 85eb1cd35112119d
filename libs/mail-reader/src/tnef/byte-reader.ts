/** The bytes end within a value, or a value is none of its format. */
export class MalformedError extends Error {
  override readonly name = 'MalformedError';
}

/** Reads values in the byte order of Intel, one after another. */
export class ByteReader {
  private at = 0;

  constructor(private readonly source: Buffer) {}

  get left(): number {
    return this.source.length - this.at;
  }

  uint8(): number {
    return this.bytes(1).readUInt8();
  }

  uint16(): number {
    return this.bytes(2).readUInt16LE();
  }

  uint32(): number {
    return this.bytes(4).readUInt32LE();
  }

  /** The next bytes, which are not copied. */
  bytes(length: number): Buffer {
    if (length > this.left) throw new MalformedError(`${length} bytes are wanted, and ${this.left} are left`);
    this.at += length;
    return this.source.subarray(this.at - length, this.at);
  }

  /** Bytes that are followed by as many as make them a multiple of four. */
  padded(length: number): Buffer {
    const bytes = this.bytes(length);
    this.bytes(Math.min(this.left, (4 - (length % 4)) % 4));
    return bytes;
  }
}
