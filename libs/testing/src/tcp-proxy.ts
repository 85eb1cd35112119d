import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A wire between a client and a server that a test can damage. */
export class TcpProxy {
  /** What each piece takes longer on its way, in milliseconds, in both directions. */
  latencyMs = 0;
  /** How many connections clients have opened so far. */
  accepted = 0;
  readonly #server: Server;
  readonly #pairs = new Set<[Socket, Socket]>();
  /** The sockets of clients that are open, whether anything passes or not. */
  readonly #clients = new Set<Socket>();
  /** Sockets of both sides whose connections are lost. */
  readonly #lost = new Set<Socket>();
  #held: 'nothing' | 'requests' | 'all' = 'nothing';
  #port = 0;

  private constructor(private target: { host: string; port: number }) {
    this.#server = createServer((inside) => this.#join(inside));
  }

  /** Listens on a free port of 127.0.0.1. */
  static async start(target: { host: string; port: number }): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.accept();
    return proxy;
  }

  get port(): number {
    return this.#port;
  }

  /** How many connections clients hold at the moment, lost ones included. */
  get connections(): number {
    return this.#clients.size;
  }

  /** The same address by way of this wire. */
  through(url: string): string {
    const changed = new URL(url);
    changed.hostname = '127.0.0.1';
    changed.port = String(this.#port);
    return changed.toString();
  }

  /** New connections lead to another server. */
  aim(target: { host: string; port: number }): void {
    this.target = target;
  }

  /** Ends every connection in an orderly way; new ones are taken. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Resets every connection (RST); new ones are taken. */
  reset(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy();
  }

  /** Keeps every connection, old and new, and carries nothing: no data, no end. */
  blackhole(): void {
    this.#hold('all');
  }

  /** Carries nothing to the server any more, only what the server says. */
  holdRequests(): void {
    this.#hold('requests');
  }

  /** Carries again, also what was held back. */
  heal(): void {
    this.#held = 'nothing';
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  /** Never carries anything again on the connections there are, nor ends them; new ones work. */
  vanish(): void {
    for (const pair of this.#pairs) {
      this.#pairs.delete(pair);
      for (const socket of pair) {
        this.#lost.add(socket);
        // Its data is discarded: a paused socket would not report its end.
        socket.resume();
      }
    }
  }

  /** Ends every connection; new ones are refused until {@link accept}. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.cut();
    for (const socket of this.#lost) socket.destroy();
    await closed;
  }

  /** Takes new connections again, on the same port. */
  accept(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#port, '127.0.0.1', () => {
        this.#server.removeListener('error', reject);
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.refuse();
  }

  #join(inside: Socket): void {
    this.accepted += 1;
    const outside = connect(this.target.port, this.target.host);
    const pair: [Socket, Socket] = [inside, outside];
    this.#pairs.add(pair);
    this.#clients.add(inside);
    inside.once('close', () => this.#clients.delete(inside));
    this.#carry(inside, outside, () => this.#held === 'nothing');
    this.#carry(outside, inside, () => this.#held !== 'all');
    this.#pause(pair);
  }

  #hold(held: 'requests' | 'all'): void {
    this.#held = held;
    for (const pair of this.#pairs) this.#pause(pair);
  }

  #pause([inside, outside]: [Socket, Socket]): void {
    if (this.#held !== 'nothing') inside.pause();
    if (this.#held === 'all') outside.pause();
  }

  #carry(from: Socket, to: Socket, isOpen: () => boolean): void {
    from.setNoDelay(true);
    from.on('error', () => undefined);
    from.on('data', (chunk) => {
      if (this.#lost.has(from)) return;
      if (this.latencyMs > 0) setTimeout(() => to.write(chunk), this.latencyMs);
      else if (!to.write(chunk)) {
        from.pause();
        to.once('drain', () => {
          if (isOpen()) from.resume();
        });
      }
    });
    from.once('close', () => {
      if (this.#lost.delete(from)) return;
      to.destroy();
      for (const pair of this.#pairs) if (pair.includes(from)) this.#pairs.delete(pair);
    });
  }
}
