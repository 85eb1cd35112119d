declare module 's3rver' {
  import type { IncomingMessage } from 'node:http';
  import type { AddressInfo } from 'node:net';

  export interface StoredObject {
    readonly bucket: string;
    readonly key: string;
    readonly content: import('node:stream').Readable;
    readonly metadata: Record<string, string>;
  }
  export interface Stored {
    size: number;
    md5: string;
  }
  export interface Found {
    content: import('node:stream').Readable | null;
    range?: { start: number; end: number };
  }
  export interface Store {
    getObject(bucket: string, key: string, range?: { start?: number; end?: number }): Promise<Found | null>;
    putObject(object: StoredObject): Promise<Stored>;
    putPart(bucket: string, uploadId: string, part: string, content: IncomingMessage): Promise<Stored>;
    putMetadata(bucket: string, key: string, metadata: Record<string, string>, md5: string): Promise<void>;
    getResourcePath(bucket: string, key: string | undefined, resource: string): string;
  }
  export interface Context {
    readonly method: string;
    readonly path: string;
    readonly query: Readonly<Record<string, string | undefined>>;
    status: number;
    body: unknown;
  }
  export type Middleware = (ctx: Context, next: () => Promise<void>) => Promise<void>;

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      configureBuckets: readonly { name: string }[];
    });
    readonly store: Store;
    readonly middleware: Middleware[];
    readonly httpServer: import('node:http').Server;
    on(event: 'error', listener: () => void): void;
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}

declare module 's3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    constructor(code: string, message: string);
    readonly status: number;
  }
}
