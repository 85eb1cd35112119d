import { once } from 'node:events';
import { PassThrough, Transform, type Readable, type Writable } from 'node:stream';
import { ApiError } from '@parley/contracts';
import { withTimeout } from '@parley/runtime/async';
import { type Logger } from '@parley/runtime/logging';

export abstract class Scanner {
  /** @param timeoutMs the longest time for the verdict on a file, and between two parts of it that the scanner takes. */
  constructor(
    protected readonly url: URL,
    protected readonly timeoutMs: number,
    private readonly logger: Logger,
  ) {}

  /** Passes bytes on while the scanner reads them. Ends with `unsupported_file_type`, `file_too_large` or `service_unavailable`. */
  gate(): Transform {
    const shown = new PassThrough();
    // The inspection may be over when an upload ends with an error.
    shown.on('error', () => undefined);
    const verdict = this.inspect(shown);
    const gate = new Transform({
      transform(chunk, _encoding, done) {
        if (shown.write(chunk)) done(null, chunk);
        else shown.once('drain', () => done(null, chunk));
      },
      flush(done) {
        shown.end();
        // Otherwise it is destroyed below.
        verdict.then(
          () => done(),
          () => undefined,
        );
      },
      destroy(error, done) {
        shown.destroy(error ?? new Error('The upload ended'));
        done(error);
      },
    });
    // It may decide before it has seen everything.
    verdict.catch((error: unknown) => {
      if (!gate.destroyed) gate.destroy(this.#failed(error));
    });
    return gate;
  }

  /** Resolves if the bytes passed. Throws why they do not, or any error if there is no verdict. */
  protected abstract inspect(bytes: Readable): Promise<void>;

  #failed(error: unknown): ApiError {
    if (error instanceof ApiError) {
      this.logger.warn({ event: 'file.scan.rejected', reason: error.cause }, 'The scanner rejected a file');
      return error;
    }
    this.logger.error({ event: 'file.scan.failed', err: error }, 'Cannot scan a file');
    return unavailable(error);
  }
}

/** Writes the bytes as fast as the scanner takes them. Throws if it takes none for too long. */
export async function send(
  bytes: Readable,
  target: Writable,
  timeoutMs: number,
  write: (chunk: Buffer) => boolean = (chunk) => target.write(chunk),
): Promise<void> {
  for await (const chunk of bytes as AsyncIterable<Buffer>)
    if (!write(chunk)) await withTimeout(once(target, 'drain'), timeoutMs, 'Sending a file to the scanner');
}

export function rejected(reason: string): ApiError {
  return new ApiError('unsupported_file_type', {
    message: 'The file was rejected by the malware scanner.',
    cause: reason,
  });
}

export function tooLargeToScan(): ApiError {
  return new ApiError('file_too_large', { message: 'The file is larger than the malware scanner accepts.' });
}

function unavailable(cause: unknown): ApiError {
  return new ApiError('service_unavailable', {
    message: 'The malware scanner is temporarily unavailable. Retry shortly.',
    cause,
  });
}
