import { ApiError, type Upload } from '@parley/contracts';
import { InFlight } from '@parley/kernel';
import { UploadTransport, type ReceiveUpload } from './upload-transport.ts';

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

  override async send(...upload: Parameters<ReceiveUpload>): Promise<Upload> {
    if (this.#receive === undefined) throw new ApiError('service_unavailable');
    return this.#running.track(this.#receive(...upload));
  }
}
