import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { allowedRanges, type AllowedHosts, type Cidr } from './allow-list.ts';
import { NameResolutionError, NameResolver } from './name-resolver.ts';
import { isAllowedAddress } from './ssrf-guard.ts';

const CONNECT_TIMEOUT_MS = 5000;
/** Time per address when a name has several; Node's default of 250 ms is too short for other continents. */
const ADDRESS_TIMEOUT_MS = 1000;
/** A full TLS handshake costs 2 ms of CPU; undici caches 100 sessions by default. */
const TLS_SESSIONS_MAX = 512;

/** The message is the same for all targets, so that it reveals nothing about them. */
function targetNotAllowed(): Error {
  return Object.assign(new Error('the target is not allowed'), { code: 'target_not_allowed' });
}

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface ConnectorOptions {
  readonly allow: readonly Cidr[];
  readonly allowHosts?: AllowedHosts;
  readonly connectTimeoutMs?: number;
  readonly resolve?: Resolve;
  /** Trusted certificate authorities as PEM, in place of Node's own. */
  readonly ca?: string;
}

/** A resolver for sockets that fails unless all addresses of a name are allowed, so that DNS rebinding has no effect. */
function guardedLookup(rangesFor: (hostname: string) => readonly Cidr[], resolve: Resolve): LookupFunction {
  const allowedAddresses = async (hostname: string) => {
    const ranges = rangesFor(hostname);
    const addresses = await resolve(hostname);
    // One blocked address blocks the name: only an attacker's DNS server mixes public and private addresses.
    if (!addresses.every(({ address }) => isAllowedAddress(address, ranges))) throw targetNotAllowed();
    return addresses;
  };
  return (hostname, options, callback) => {
    allowedAddresses(hostname).then(
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

/** An undici connector that checks names by their addresses, IP literals, and the peer. Fails with `target_not_allowed`. */
export function guardedConnector({
  allow,
  allowHosts = [],
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
  resolve,
  ca,
}: ConnectorOptions): buildConnector.connector {
  const rangesFor = (hostname: string) => allowedRanges(hostname, allowHosts, allow);
  const resolver = new NameResolver();
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    maxCachedSessions: TLS_SESSIONS_MAX,
    lookup: guardedLookup(rangesFor, resolve ?? ((hostname) => resolver.resolve(hostname))),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    ca,
  });
  return (target, callback) => {
    if (isIP(target.hostname) !== 0 && !isAllowedAddress(target.hostname, allow)) {
      // Deferred, because undici's client cannot handle a callback during its own call.
      process.nextTick(callback, targetNotAllowed(), null);
      return;
    }
    connect(target, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      // The peer may differ from the requested address: 0.0.0.0 connects to 127.0.0.1.
      if (isAllowedAddress(socket.remoteAddress ?? '', rangesFor(target.hostname))) {
        callback(null, socket);
        return;
      }
      socket.destroy();
      callback(targetNotAllowed(), null);
    });
  };
}
