import { createHash } from 'node:crypto';
import { ApiError, notFound, type Upload } from '@parley/contracts';
import { InProcessFiles, type ReceiveUpload } from '@parley/files';

type Head = Parameters<ReceiveUpload>[1];

/** Receives uploads like the file service, and keeps what it is told of them, and how many bytes there were. */
export class ReceivedUploads {
  readonly transport = new InProcessFiles();
  /** All that began, in this order. */
  readonly heads: Head[] = [];
  readonly stored: Upload[] = [];
  /** What the uploads that failed ended with. */
  readonly failures: unknown[] = [];
  /** The most bytes of one upload that were received, for those that do not end. */
  bytes = 0;
  /** What the next uploads wait for before their bytes are read. */
  hold: Promise<void> | null = null;
  /** What the next uploads end with; `null` is success. */
  readonly outcomes: (Error | null)[] = [];

  async serve(): Promise<void> {
    await this.transport.serve({
      receive: (_ctx, head, bytes) => this.#receive(head, bytes),
      open: () => Promise.reject(notFound('file')),
    });
  }

  clear(): void {
    for (const list of [this.heads, this.stored, this.failures]) list.splice(0);
    this.bytes = 0;
  }

  async #receive(...[head, bytes]: [Head, Parameters<ReceiveUpload>[2]]): Promise<Upload> {
    this.heads.push(head);
    try {
      const outcome = this.outcomes.shift() ?? null;
      if (outcome !== null) throw outcome;
      await this.hold;
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        size += chunk.length;
        this.bytes = Math.max(this.bytes, size);
        if (size > head.maxBytes) throw new ApiError('file_too_large');
        hash.update(chunk);
      }
      const upload = { ...head, size, mime_type: 'text/plain', sha256: hash.digest('hex') };
      const { maxBytes: _, ...stored } = upload;
      this.stored.push(stored);
      return stored;
    } catch (error) {
      this.failures.push(error);
      throw error;
    }
  }
}
