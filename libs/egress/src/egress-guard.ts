import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { isAllowedAddress, isListedAddress } from './address.rules.ts';
import { allowedRanges, type AllowedHosts, type Cidr } from './allow-list.ts';
import { EgressError, egressError } from './egress-error.ts';
import { NameResolutionError, NameResolver } from './name-resolver.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Time per address when a name has several; Node's default of 250 ms is too short for other continents. */
export const ADDRESS_TIMEOUT_MS = 1_000;

type Permits = typeof isAllowedAddress;

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface EgressOptions {
  /** Ranges that connections may reach although they are not public. */
  readonly allow: readonly Cidr[];
  /** Names that may resolve to addresses that are not public. */
  readonly allowHosts?: AllowedHosts;
  readonly resolve?: Resolve;
}

export interface ConnectTarget {
  /** A name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Milliseconds for name resolution and all addresses together; 5 s by default. */
  readonly timeoutMs?: number;
  /** Only addresses that the options name, and not every public one. */
  readonly listedOnly?: boolean;
  readonly signal?: AbortSignal;
}

/** Keeps connections that others name the target of away from the networks of the operator (SSRF). */
export class EgressGuard {
  readonly #options: EgressOptions;
  readonly #resolve: Resolve;

  constructor(options: EgressOptions) {
    this.#options = options;
    const resolver = new NameResolver();
    this.#resolve = options.resolve ?? ((hostname) => resolver.resolve(hostname));
  }

  /** Whether a connection to the host may begin: sockets do not look up an address, which is checked here. */
  mayTry(host: string, permits: Permits = isAllowedAddress): boolean {
    return isIP(host) === 0 || permits(host, this.#options.allow);
  }

  /** Whether a connected socket has a peer that the host may have, which may differ: 0.0.0.0 connects to 127.0.0.1. */
  mayUse(socket: Socket, host: string): boolean {
    return isAllowedAddress(socket.remoteAddress ?? '', this.#rangesFor(host));
  }

  /** The look-up of a socket; fails unless all addresses of a name are allowed, so that DNS rebinding has no effect. */
  readonly lookup: LookupFunction = this.#lookupOf(isAllowedAddress);

  /**
   * A socket that is connected to an allowed address of the host; a name's addresses are tried in turn. Throws
   * {@link EgressError}, or the reason of the signal.
   */
  async connect(target: ConnectTarget): Promise<Socket> {
    const { host, port, timeoutMs = CONNECT_TIMEOUT_MS, listedOnly = false, signal } = target;
    const permits = listedOnly ? isListedAddress : isAllowedAddress;
    signal?.throwIfAborted();
    if (!this.mayTry(host, permits)) throw new EgressError('target_not_allowed');
    const socket = connect({
      host,
      port,
      lookup: this.#lookupOf(permits),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    });
    // `once` rejects with the error of the socket, so that each of these ends the wait.
    const timer = setTimeout(() => socket.destroy(new EgressError('connect_timeout')), timeoutMs);
    const abort = () => socket.destroy(new Error('aborted'));
    signal?.addEventListener('abort', abort, { once: true });
    try {
      await once(socket, 'connect');
    } catch (error) {
      signal?.throwIfAborted();
      throw egressError(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
    if (this.mayUse(socket, host)) return socket;
    socket.destroy();
    throw new EgressError('target_not_allowed');
  }

  #rangesFor(host: string): readonly Cidr[] {
    return allowedRanges(host, this.#options.allowHosts ?? [], this.#options.allow);
  }

  #lookupOf(permits: Permits): LookupFunction {
    return (hostname, options, callback) => {
      this.#addresses(hostname, permits).then(
        (addresses) => {
          const [first] = addresses;
          // Not within the promise, which would take an exception of the socket for one of its own.
          if (first === undefined) process.nextTick(callback, new NameResolutionError(hostname), []);
          else if (options.all) process.nextTick(callback, null, addresses);
          else process.nextTick(callback, null, first.address, first.family);
        },
        (error: unknown) => process.nextTick(callback, error, []),
      );
    };
  }

  async #addresses(hostname: string, permits: Permits): Promise<readonly LookupAddress[]> {
    const addresses = await this.#resolve(hostname);
    const ranges = this.#rangesFor(hostname);
    // One blocked address blocks the name: only an attacker's DNS server mixes public and private addresses.
    if (!addresses.every(({ address }) => permits(address, ranges)))
      throw new EgressError('target_not_allowed');
    return addresses;
  }
}
