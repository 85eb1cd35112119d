import { checkNames } from './config.ts';
import { positive } from './connection.ts';
import { ConfigurationError } from './errors.ts';

/** The options of a call. */
export interface RequestOptions {
  /** Milliseconds for one request and its answer */
  timeout?: number | undefined;
  /** Milliseconds for the call with its retries and waits */
  totalTimeout?: number | undefined;
  /** Retries; 0 sends one request */
  maxRetries?: number | undefined;
  /** Headers to add. A value `undefined` adds none */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Cancels the call: its connection is closed, and nothing more is sent */
  signal?: AbortSignal | undefined;
}

/** The options of a write. */
export interface WriteOptions extends RequestOptions {
  /**
   * Makes the write happen once, however often it is sent with this key within 24 hours: 1 to 255 printable ASCII characters. Each call
   * has a new one by itself; one of yours, such as the number of an order, holds across processes too
   */
  idempotencyKey?: string | undefined;
}

/** The version of a record: the record as a method returned it, or its ETag. */
export type Version = object | string;

/** The options of a change. */
export interface UpdateOptions extends WriteOptions {
  /** Changes the record only if it still is this version, else the call fails with PreconditionFailedError */
  ifMatch?: Version | undefined;
}

/** The options of a deletion. */
export interface DeleteOptions extends RequestOptions {
  /** Deletes the record only if it still is this version, else the call fails with PreconditionFailedError */
  ifMatch?: Version | undefined;
}

/** The options of a read. */
export interface ReadOptions extends RequestOptions {
  /** Returns `{ notModified: true }` if the record still is this version */
  ifNoneMatch?: Version | undefined;
}

/** The option of a read whose result may be none. */
export interface IfNoneMatch {
  ifNoneMatch: Version;
}

/** What the core works with: all of them. */
export type CallOptions = UpdateOptions & ReadOptions;

const NAMES = [
  'headers',
  'idempotencyKey',
  'ifMatch',
  'ifNoneMatch',
  'maxRetries',
  'signal',
  'timeout',
  'totalTimeout',
];

/** @throws ConfigurationError */
export function checkOptions(options: CallOptions): void {
  checkNames(options, NAMES);
  const { timeout, totalTimeout, maxRetries, idempotencyKey } = options;
  if (timeout !== undefined) positive('timeout', timeout);
  if (totalTimeout !== undefined) positive('totalTimeout', totalTimeout);
  if (maxRetries !== undefined && !(Number.isInteger(maxRetries) && maxRetries >= 0))
    throw new ConfigurationError('maxRetries must be 0, 1, 2 …');
  if (idempotencyKey !== undefined && !/^[\x20-\x7e]{1,255}$/.test(idempotencyKey))
    throw new ConfigurationError('idempotencyKey must be 1 to 255 printable ASCII characters');
}
