import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { judgeAddress, type Cidr } from './address-judge.ts';
import { rangesFor, type AllowedHosts } from './allowed-hosts.ts';

/** TCP, TLS and the name together. */
const CONNECT_TIMEOUT_MS = 5000;
/** How long one of several addresses is tried before the next; Node's 250 ms gives up on far continents. */
const ADDRESS_TIMEOUT_MS = 1000;
/** A full TLS handshake costs 2 ms of CPU (reference/webhooks.md section 5); undici would keep only 100 sessions. */
const TLS_SESSIONS_MAX = 512;

/** A target that must not be reached. One text for all of them: what is behind an address is not to be told. */
export class TargetNotAllowed extends Error {
  override readonly name = 'TargetNotAllowed';
  readonly code = 'target_not_allowed';
  constructor() {
    super('the target is not allowed');
  }
}

/** Resolves a name to all its addresses, like `dns.lookup` with `all: true`. */
export type LookupAll = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: Error | null, addresses?: LookupAddress[]) => void,
) => void;

export interface ConnectorOptions {
  /** Ranges that may be reached though they are not public. */
  readonly allow: readonly Cidr[];
  /** Names that may resolve to addresses that are not public. */
  readonly allowHosts?: AllowedHosts;
  readonly connectTimeoutMs?: number;
  /** Replaces the system's resolver. */
  readonly lookup?: LookupAll;
  /** PEM of the authorities to trust in place of Node's own. */
  readonly ca?: string;
}

/**
 * A resolver for sockets that fails unless every address of the name may be reached. It is the socket's own
 * resolver, so the address that was judged is the one that is connected to: a name that changes in between
 * (DNS rebinding) gains nothing.
 */
function judgedLookup(rangesOf: (hostname: string) => readonly Cidr[], lookup: LookupAll): LookupFunction {
  return (hostname, options, callback) => {
    const allow = rangesOf(hostname);
    lookup(hostname, { all: true }, (error, addresses = []) => {
      const [first] = addresses;
      if (error !== null) callback(error, []);
      else if (first === undefined) callback(noAddress(hostname), []);
      // One bad address condemns the name: a mixed answer is what an attacker's server gives, not an honest one.
      else if (!addresses.every(({ address }) => judgeAddress(address, allow)))
        callback(new TargetNotAllowed(), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function noAddress(hostname: string): Error {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENODATA' });
}

/**
 * An undici connector that judges where it connects to, at the moment it does. Names are judged by what they resolve
 * to and keep their place in Host, SNI and the certificate check; addresses are judged here, because sockets resolve
 * only names. The peer of the finished connection is judged once more before anything is written to it.
 * Fails with {@link TargetNotAllowed}, else with the errors of net, tls and dns.
 */
export function judgingConnector(options: ConnectorOptions): buildConnector.connector {
  const {
    allow,
    allowHosts = [],
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    lookup = systemLookup,
    ca,
  } = options;
  const rangesOf = (hostname: string) => rangesFor(hostname, allowHosts, allow);
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    maxCachedSessions: TLS_SESSIONS_MAX,
    lookup: judgedLookup(rangesOf, lookup),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    ca,
  });
  return (target, callback) => {
    if (isIP(target.hostname) !== 0 && !judgeAddress(target.hostname, allow)) {
      // Never in the same turn: undici's client is not ready for an answer inside its own call.
      process.nextTick(callback, new TargetNotAllowed(), null);
      return;
    }
    connect(target, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      // 0.0.0.0 connects to 127.0.0.1, for one.
      if (judgeAddress(socket.remoteAddress ?? '', rangesOf(target.hostname))) {
        callback(null, socket);
        return;
      }
      socket.destroy();
      callback(new TargetNotAllowed(), null);
    });
  };
}
