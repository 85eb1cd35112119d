import type { Readable } from 'node:stream';
import type { Id, Tenant } from '@parley/contracts';

/** A part of an object, from one byte to another; both are included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface PresignedResponse {
  readonly contentType: string;
  readonly contentDisposition: string;
  readonly expiresInSeconds: number;
}

/** Stores the bytes of files under keys: an object is complete or not there. Methods throw `service_unavailable` if the storage fails. */
export abstract class ObjectStorage {
  /** Stores the bytes, as fast as the storage takes them. If it throws, also the error of `bytes`, the object is not there. */
  abstract put(key: string, bytes: Readable): Promise<void>;

  /** Reads an object, or a part of it. Throws `not_found` if it is not there. */
  abstract get(key: string, range?: ByteRange): Promise<Readable>;

  /** Removes an object, and what an interrupted `put` has left of it; nothing happens if there is none. */
  abstract remove(key: string): Promise<void>;

  /** A URL at which clients read an object from the storage itself, if it is configured to have such URLs. */
  presignedUrl(_key: string, _response: PresignedResponse): Promise<string | undefined> {
    return Promise.resolve(undefined);
  }
}

/** What the keys of all files begin with, whatever else a storage has. */
export const KEY_START = 'ws_';

/** The object of a file, by tenant and id: what callers choose is never part of it. */
export function objectKey({ workspaceId, mode }: Tenant, id: Id<'file'>): string {
  // The last characters of an id are random: no folder gets all files.
  return `${workspaceId}/${mode}/${id.slice(-2)}/${id}`;
}
