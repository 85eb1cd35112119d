// What connects: the options of it, and the interface of an HTTP client.
import { ConfigurationError } from './errors.ts';
import type { Headers } from './values.ts';

export interface TransportRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  /** A piece of a stream is valid until the next one is asked for */
  body?: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  /** Ends the request and closes its connection; the promise is rejected with its reason */
  signal: AbortSignal;
  /** Must be called before the first byte may leave: a request that fails before it was not sent */
  onSent: () => void;
  /** Must be called when bytes of the body have left */
  onProgress: () => void;
}

export interface TransportResponse {
  status: number;
  /** Their names are in lower case */
  headers: Headers;
  /** The connection is free again when it was read to its end, and is closed when it was left before */
  body: AsyncIterable<Uint8Array>;
}

/** An HTTP client. It follows no redirects, and repeats nothing. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes the connections that are not in use */
  closeIdle?(): void;
  close?(): void;
}

/** The options of connections. */
export interface ConnectionOptions {
  /** Milliseconds for making a connection: 5,000 */
  connectTimeout?: number | undefined;
  /** The URL of an HTTP proxy; by default that of HTTPS_PROXY or HTTP_PROXY, unless NO_PROXY names the host or it is this machine */
  proxy?: string | undefined;
  /** Certificates in PEM that are trusted besides those of the system */
  ca?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined;
  /** Idle connections that are kept per host: 20 */
  maxIdleConnections?: number | undefined;
  /** Another HTTP client; proxy, ca, connectTimeout and maxIdleConnections are then without effect */
  transport?: Transport | undefined;
  /** The same, by the interface of `fetch` */
  fetch?: typeof fetch | undefined;
  /** Multiplies every wait and timeout; for tests */
  timeScale?: number | undefined;
}

/** Whether a host of a URL is this machine. */
export const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

export function positive(name: string, value: number): number {
  if (typeof value === 'number' && value > 0) return value;
  throw new ConfigurationError(`${name} must be a number above 0`);
}
