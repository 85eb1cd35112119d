import { ADDRESS_TIMEOUT_MS, EgressError, EgressGuard, type EgressOptions } from '@parley/egress';
import { buildConnector } from 'undici';

const CONNECT_TIMEOUT_MS = 5000;
/** A full TLS handshake costs 2 ms of CPU; undici caches 100 sessions by default. */
const TLS_SESSIONS_MAX = 512;

export interface ConnectorOptions extends EgressOptions {
  readonly connectTimeoutMs?: number;
  /** Trusted certificate authorities as PEM, in place of Node's own. */
  readonly ca?: string;
}

/** An undici connector that checks names by their addresses, IP literals, and the peer. Fails with `target_not_allowed`. */
export function guardedConnector({
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
  ca,
  ...options
}: ConnectorOptions): buildConnector.connector {
  const guard = new EgressGuard(options);
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    maxCachedSessions: TLS_SESSIONS_MAX,
    lookup: guard.lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    ca,
  });
  return (target, callback) => {
    if (!guard.mayTry(target.hostname)) {
      // Deferred, because undici's client cannot handle a callback during its own call.
      process.nextTick(callback, new EgressError('target_not_allowed'), null);
      return;
    }
    connect(target, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      if (guard.mayUse(socket, target.hostname)) {
        callback(null, socket);
        return;
      }
      socket.destroy();
      callback(new EgressError('target_not_allowed'), null);
    });
  };
}
