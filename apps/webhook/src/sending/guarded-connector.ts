import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { allowedRanges, type AllowedHosts, type Cidr } from './allow-list.ts';
import { isAllowedAddress } from './ssrf-guard.ts';

/** For name resolution, TCP and TLS together. */
const CONNECT_TIMEOUT_MS = 5000;
/** Per address when a name has several; Node's default of 250 ms is too short for other continents. */
const ADDRESS_TIMEOUT_MS = 1000;
/** A full TLS handshake costs 2 ms of CPU; undici caches 100 sessions by default. */
const TLS_SESSIONS_MAX = 512;

/** The message is the same for all targets, so that it reveals nothing about them. */
function targetNotAllowed(): Error {
  return Object.assign(new Error('the target is not allowed'), { code: 'target_not_allowed' });
}

/** `dns.lookup` with `all: true`. */
export type LookupAll = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: Error | null, addresses?: LookupAddress[]) => void,
) => void;

export interface ConnectorOptions {
  /** Ranges that may be reached although they are not public. */
  readonly allow: readonly Cidr[];
  /** Names that may resolve to addresses that are not public. */
  readonly allowHosts?: AllowedHosts;
  readonly connectTimeoutMs?: number;
  readonly lookup?: LookupAll;
  /** Trusted certificate authorities as PEM, in place of Node's own. */
  readonly ca?: string;
}

/**
 * A resolver that fails unless all addresses of a name are allowed. Sockets use it as their own resolver, so that they
 * connect to the addresses that were checked and DNS rebinding has no effect.
 */
function guardedLookup(rangesFor: (hostname: string) => readonly Cidr[], lookup: LookupAll): LookupFunction {
  return (hostname, options, callback) => {
    const ranges = rangesFor(hostname);
    lookup(hostname, { all: true }, (error, addresses = []) => {
      const [first] = addresses;
      if (error !== null) callback(error, []);
      else if (first === undefined)
        callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENODATA' }), []);
      // One blocked address blocks the name: only an attacker's DNS server mixes public and private addresses.
      else if (!addresses.every(({ address }) => isAllowedAddress(address, ranges)))
        callback(targetNotAllowed(), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/**
 * An undici connector that checks its target when it connects. Names are checked by the addresses they resolve to, and
 * stay in Host, SNI and certificate verification. IP literals are checked here, because sockets do not resolve them.
 * The peer address is checked again before anything is written. Fails with the code
 * `target_not_allowed`, or with the errors of net, tls and dns.
 */
export function guardedConnector({
  allow,
  allowHosts = [],
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
  lookup = systemLookup,
  ca,
}: ConnectorOptions): buildConnector.connector {
  const rangesFor = (hostname: string) => allowedRanges(hostname, allowHosts, allow);
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    maxCachedSessions: TLS_SESSIONS_MAX,
    lookup: guardedLookup(rangesFor, lookup),
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
