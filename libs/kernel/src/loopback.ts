import { isIP } from 'node:net';

/** Whether only processes of this machine reach what listens on a host; names other than `localhost` count as reachable. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
