import { transferDecoder, type TransferDecoder } from '../text/transfer-decoders.ts';

/** The bytes of a part without its transfer encoding, which are pulled from the source as they are read. */
export class LeafBody {
  private decoder: TransferDecoder | null = null;
  private readonly returned: Buffer[] = [];
  private isEnded = false;

  constructor(
    private readonly head: {
      readonly type: string;
      readonly encoding: string;
      readonly isAttachment: boolean;
    },
    private readonly pull: () => Promise<Buffer | null>,
  ) {}

  /** The next bytes; `null` at the end. */
  async read(): Promise<Buffer | null> {
    const returned = this.returned.shift();
    if (returned !== undefined) return returned;
    while (!this.isEnded) {
      const raw = await this.pull();
      if (raw === null) this.isEnded = true;
      this.decoder ??= transferDecoder(this.isMislabelled(raw) ? '' : this.head.encoding);
      const decoded = raw === null ? this.decoder.end() : this.decoder.decode(raw);
      if (decoded.length > 0) return decoded;
    }
    return null;
  }

  /** Reads up to `max` bytes and one piece more; `read` returns them again. */
  async peek(max: number): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
    const pieces: Buffer[] = [];
    let length = 0;
    let isWhole = false;
    while (length <= max) {
      const piece = await this.read();
      if (piece === null) {
        isWhole = true;
        break;
      }
      pieces.push(piece);
      length += piece.length;
    }
    const bytes = Buffer.concat(pieces);
    if (length > 0) this.returned.unshift(bytes);
    return { bytes, isWhole };
  }

  /** Reads up to `max` bytes, and drops the rest. */
  async take(max: number): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
    const { bytes, isWhole } = await this.peek(max);
    await this.drop();
    return { bytes: bytes.subarray(0, max), isWhole: isWhole && bytes.length <= max };
  }

  async drop(): Promise<void> {
    while ((await this.read()) !== null);
  }

  /** A text that is labelled as Base64, and has blanks and punctuation. */
  private isMislabelled(raw: Buffer | null): boolean {
    const { type, encoding, isAttachment } = this.head;
    if (raw === null || encoding !== 'base64' || isAttachment || !type.startsWith('text/')) return false;
    const start = raw.toString('latin1', 0, 4_096).replaceAll(/[\r\n]+/g, '');
    return start.replaceAll(/[A-Za-z\d+/=]+/g, '').length * 20 > start.length;
  }
}
