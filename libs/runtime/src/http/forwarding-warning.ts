import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from '../logging/logger.ts';

/** Peers that are logged by one process. Any client may send the header, so there must be a bound. */
const PEERS_MAX = 20;

/** The part of a Fastify request that tells whether its proxy is trusted. */
interface ForwardedRequest {
  headers: IncomingHttpHeaders;
  /** The peer, and before it the addresses that trusted proxies have forwarded. Absent if no proxy is trusted. */
  ips?: string[] | undefined;
  socket: { remoteAddress?: string | undefined };
}

/** Warns once per peer whose `X-Forwarded-For` is ignored: all clients behind it share one address and its rate limits. */
export class ForwardingWarning {
  readonly #peers = new Set<string>();

  constructor(private readonly logger: Logger) {}

  check({ headers, ips, socket }: ForwardedRequest): void {
    if (headers['x-forwarded-for'] === undefined || (ips !== undefined && ips.length > 1)) return;
    const peer = socket.remoteAddress ?? '';
    if (this.#peers.has(peer) || this.#peers.size >= PEERS_MAX) return;
    this.#peers.add(peer);
    this.logger.warn(
      { event: 'proxy.untrusted', peer },
      'X-Forwarded-For is ignored, so all clients of this peer share its limits; if it is your proxy, add it to TRUST_PROXY_CIDRS',
    );
  }
}
