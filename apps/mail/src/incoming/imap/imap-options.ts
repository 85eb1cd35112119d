import type { EgressGuard } from '@parley/egress';

/** Milliseconds. */
export interface ImapTimings {
  /** Name resolution and TCP, for all addresses together; then TLS, and the greeting, each. */
  readonly connect: number;
  /** An answer to a command, or the next part of it. */
  readonly command: number;
  /** The longest time for which IDLE lasts (RFC 2177 asks for less than 29 minutes). */
  readonly idle: number;
  /** The longest time without a look at the folder: servers lose what they should tell during IDLE. */
  readonly poll: number;
  /** The time for which a process owns a mailbox without a sign of life, and that after which it gives one. */
  readonly lease: number;
  readonly renew: number;
  /** Time within which a mailbox that nobody owns is found. */
  readonly claim: number;
  /** The time that the mail which is being stored still has when the process stops. */
  readonly drain: number;
  /** The wait after the first failure, which doubles with each further one. */
  readonly retry: number;
  /** A connection that lasts so long has worked: the next failure is the first one again. */
  readonly stable: number;
}

/** A process that was killed is replaced within 25 seconds: its lease, and the time to find that. */
export const IMAP_TIMINGS: ImapTimings = {
  connect: 30_000,
  command: 60_000,
  idle: 28 * 60_000,
  poll: 60_000,
  lease: 20_000,
  renew: 5_000,
  claim: 2_000,
  drain: 10_000,
  retry: 1_000,
  stable: 60_000,
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
