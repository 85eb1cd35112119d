import { createHash, type Hash } from 'node:crypto';
import { FILE_BYTES_MAX, FILES_MAX } from '../limits.ts';
import { defaultFileName, isImage, safeFileName } from '../headers/file-names.ts';
import type { ReadPart } from '../read-mail.ts';

/** What is known of a part before its bytes are read. */
export interface MailPart extends Pick<ReadPart, 'index' | 'name' | 'type' | 'contentId'> {
  /** An attached mail (`message/rfc822`), whose bytes are its source. */
  readonly isMessage: boolean;
}

/** Takes the bytes of a part. What it does not read of them is dropped; the mail is read on when it has ended. */
export type TakePart = (part: MailPart, bytes: AsyncIterable<Uint8Array>) => Promise<void>;

/** What a part says of itself. */
export interface PartDescription {
  readonly name: string | null;
  readonly type: string;
  readonly contentId: string | null;
}

/** A part whose bytes exceed what is handed out of a mail: its taker fails with this error, and the part stays in the source alone. */
class PartTooLargeError extends Error {
  override readonly name = 'PartTooLargeError';
}

/** Hands out the parts that are files, one after another. */
export class FileParts {
  isTruncated = false;
  private readonly taken: Omit<ReadPart, 'isInline'>[] = [];
  private bytesLeft = FILE_BYTES_MAX;

  constructor(private readonly onPart: TakePart) {}

  get count(): number {
    return this.taken.length;
  }

  /** Hands out a part, and ends when its bytes were taken. */
  async handOut({ name, type, contentId }: PartDescription, bytes: AsyncIterable<Buffer>): Promise<void> {
    const index = this.taken.length;
    if (index >= FILES_MAX || this.bytesLeft <= 0) {
      this.isTruncated = true;
      return;
    }
    const fallback = defaultFileName(type, index);
    const isMessage = type === 'message/rfc822';
    const safe = safeFileName(name ?? fallback, fallback);
    const part = {
      index,
      name: isMessage && !/\.\w{2,5}$/.test(safe) ? `${safe}.eml` : safe,
      type,
      contentId,
    };
    const hash = createHash('sha256');
    const counted = this.counted(bytes, hash);
    const before = this.bytesLeft;
    try {
      await this.onPart({ ...part, isMessage }, counted);
      // What the taker has left counts for the size and the hash of the part, too.
      for await (const _ of counted);
    } catch (error) {
      if (this.bytesLeft >= 0) throw error;
      this.isTruncated = true;
      return;
    }
    this.taken.push({ ...part, size: before - this.bytesLeft, sha256: hash.digest('hex') });
  }

  /** The parts, of which those images are inline to which the HTML refers. */
  result(referenced: ReadonlySet<string>): ReadPart[] {
    return this.taken.map((part) => ({
      ...part,
      isInline: part.contentId !== null && referenced.has(part.contentId) && isImage(part.type, part.name),
    }));
  }

  /** The same bytes, hashed and within the limit of the mail. It goes on where another reader of it has stopped. */
  private counted(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncIterable<Buffer> {
    const iterator = bytes[Symbol.asyncIterator]();
    const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
      const result = await iterator.next();
      if (result.done === true) return { done: true, value: undefined };
      this.bytesLeft -= result.value.length;
      if (this.bytesLeft < 0) throw new PartTooLargeError('The files of the mail exceed 50 MiB');
      hash.update(result.value);
      return { done: false, value: result.value };
    };
    return { [Symbol.asyncIterator]: () => ({ next }) };
  }
}
