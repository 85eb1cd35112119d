/** Bytes on their way, with a copy of them unless they are too many. */
export class Copy implements AsyncIterable<Uint8Array> {
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(
    private readonly source: AsyncIterable<Uint8Array>,
    private readonly max: number,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.source) {
      this.#size += chunk.length;
      if (this.#size > this.max) this.#chunks = [];
      else this.#chunks.push(chunk);
      yield chunk;
    }
  }

  /** All bytes; null for none or too many. */
  whole(): Buffer | null {
    return this.#size === 0 || this.#size > this.max ? null : Buffer.concat(this.#chunks);
  }
}
