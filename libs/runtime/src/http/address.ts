import { isIP } from 'node:net';

/** Where something listens. A name may resolve to several processes. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Parses `host:port` or `[::1]:port`; `null` if it is neither.
 * @param usualPort the port of an address without one; otherwise it is required.
 */
export function parseAddress(text: string, usualPort?: number): Address | null {
  const match = /^(?:\[([^\]]+)\]|([^[\]:=\s]+))(?::(\d{1,5}))?$/.exec(text);
  if (match === null) return null;
  const [, bracketed, plain, digits] = match;
  const port = Number(digits ?? usualPort);
  if (!(port >= 1 && port <= 65_535) || (bracketed !== undefined && isIP(bracketed) !== 6)) return null;
  return { host: bracketed ?? plain ?? '', port };
}

/** Whether only processes of this machine reach what listens on a host; names other than `localhost` count as reachable. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
