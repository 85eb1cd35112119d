import { ApiError, type Upload } from '@parley/contracts';
import { InFlight, withTimeout } from '@parley/runtime/async';
import { remaining } from '@parley/runtime/context';
import { contextOfUpload, tookTooLong, UploadTransport, type ReceiveUpload } from './upload-transport.ts';

/** Uploads within one process, for standalone. */
export class InProcessUploads extends UploadTransport {
  readonly #running = new InFlight();
  #receive: ReceiveUpload | undefined;

  override serve(receive: ReceiveUpload): Promise<() => Promise<void>> {
    this.#receive = receive;
    return Promise.resolve(() => {
      this.#receive = undefined;
      return this.#running.settled();
    });
  }

  override async send(...[ctx, head, bytes]: Parameters<ReceiveUpload>): Promise<Upload> {
    // Handled where the bytes are read; an error without a listener would end the process.
    bytes.on('error', () => undefined);
    try {
      if (this.#receive === undefined) throw new ApiError('service_unavailable');
      const run = this.#running.track(this.#receive(contextOfUpload(ctx), head, bytes));
      return await withTimeout(run, remaining(ctx), () => {
        // The work ends by it too, without anybody who waits for it.
        run.catch(() => undefined);
        bytes.destroy(tookTooLong());
        throw tookTooLong();
      });
    } catch (error) {
      bytes.destroy();
      throw error;
    }
  }
}
