import { finished } from 'node:stream/promises';
import { ApiError, type Upload } from '@parley/contracts';
import { InFlight, withTimeout } from '@parley/runtime/async';
import { remaining } from '@parley/runtime/context';
import {
  FileTransport,
  readTookTooLong,
  sentContext,
  uploadTookTooLong,
  type FileContent,
  type FileStore,
  type OpenFile,
  type ReceiveUpload,
} from './file-transport.ts';
import { verified } from './verified-content.ts';

/** The bytes of files within one process, for standalone. */
export class InProcessFiles extends FileTransport {
  readonly #running = new InFlight();
  #store: FileStore | undefined;

  override serve(store: FileStore): Promise<() => Promise<void>> {
    this.#store = store;
    return Promise.resolve(() => {
      this.#store = undefined;
      return this.#running.settled();
    });
  }

  override async send(...[ctx, head, bytes]: Parameters<ReceiveUpload>): Promise<Upload> {
    // Handled where the bytes are read; an error without a listener would end the process.
    bytes.on('error', () => undefined);
    try {
      if (this.#store === undefined) throw new ApiError('service_unavailable');
      const run = this.#running.track(this.#store.receive(sentContext(ctx), head, bytes));
      return await withTimeout(run, remaining(ctx), () => {
        // The work ends by it too, without anybody who waits for it.
        run.catch(() => undefined);
        bytes.destroy(uploadTookTooLong());
        throw uploadTookTooLong();
      });
    } catch (error) {
      bytes.destroy();
      throw error;
    }
  }

  override async read(...[ctx, id]: Parameters<OpenFile>): Promise<FileContent> {
    if (this.#store === undefined) throw new ApiError('service_unavailable');
    const opening = this.#running.track(this.#open(this.#store, ctx, id));
    return withTimeout(opening, remaining(ctx), () => {
      // The stream ends at the same deadline.
      opening.catch(() => undefined);
      throw readTookTooLong();
    });
  }

  async #open(store: FileStore, ...[ctx, id]: Parameters<OpenFile>): Promise<FileContent> {
    const content = verified(ctx, await store.open(sentContext(ctx), id));
    this.#running.track(finished(content.stream)).catch(() => undefined);
    return content;
  }
}
