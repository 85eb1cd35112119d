import type { EgressGuard } from '@parley/egress';
import { FETCH_TIMINGS, type FetchTimings } from '../fetching/timings.ts';

/** Milliseconds. */
export interface ImapTimings extends FetchTimings {
  /** Name resolution and TCP, for all addresses together; then TLS, and the greeting, each. */
  readonly connect: number;
  /** An answer to a command, or the next part of it. */
  readonly command: number;
  /** The longest time for which IDLE lasts (RFC 2177 asks for less than 29 minutes). */
  readonly idle: number;
  /** The longest time without a look at the folder: servers lose what they should tell during IDLE. */
  readonly poll: number;
}

export const IMAP_TIMINGS: ImapTimings = {
  ...FETCH_TIMINGS,
  connect: 30_000,
  command: 60_000,
  idle: 28 * 60_000,
  poll: 60_000,
};

export interface ImapOptions {
  readonly guard: EgressGuard;
  /** A name or an address; that of IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** `none` is possible for hosts that the options of the guard name. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly username: string;
  readonly secret: { readonly password: string } | { readonly accessToken: string };
  /** Most bytes of a mail. */
  readonly sizeMax: number;
  readonly timings: ImapTimings;
  /** Trusted certificate authorities as PEM, in place of Node's own. */
  readonly ca?: string;
}
