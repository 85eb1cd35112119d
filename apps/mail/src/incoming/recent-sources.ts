import { Injectable } from '@nestjs/common';

/** Bytes of the largest mail that is kept. */
export const RECENT_SOURCE_MAX = 128 * 1024;
const TOTAL_MAX = 8 * 1024 * 1024;
/** Time after which a mail that another process reads, or that is tried again later, is fetched from the file service. */
const KEPT_MS = 30_000;

/**
 * The bytes of mails that this process has stored a moment ago. Nearly all mails are read at once, two or three times: to fetch the bytes
 * from the file service each time would cost as much as the rest of the reading.
 */
@Injectable()
export class RecentSources {
  readonly #kept = new Map<string, Buffer>();
  #size = 0;

  /** Keeps the bytes of the file `id` for a while, if there is room; null are those of a mail that is too large. */
  keep(id: string, bytes: Buffer | null): void {
    if (bytes === null || this.#size + bytes.length > TOTAL_MAX) return;
    this.#kept.set(id, bytes);
    this.#size += bytes.length;
    setTimeout(() => this.forget(id), KEPT_MS).unref();
  }

  find(id: string): Buffer | undefined {
    return this.#kept.get(id);
  }

  /** Makes room once a mail was read. */
  forget(id: string): void {
    this.#size -= this.#kept.get(id)?.length ?? 0;
    this.#kept.delete(id);
  }
}
