/** A stream of bytes. */
export type Bytes = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/**
 * A file to upload. Bytes, a Blob or File, a path (`{ path }`), and a function that opens the source anew can be sent again when a
 * request has failed. A stream can be read only once: it is sent by one request, whatever `maxRetries` is.
 */
export type FileInput =
  | Uint8Array
  | Blob
  | { path: string; name?: string | undefined; type?: string | undefined }
  | {
      data: Uint8Array | Blob | Bytes | (() => Bytes | Promise<Bytes>);
      name: string;
      type?: string | undefined;
    };
