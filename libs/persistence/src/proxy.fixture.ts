import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A wire between a service and its database that a test can cut. */
export class Proxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Takes connections and never says a word. */
  silent = false;

  private constructor(target: URL) {
    this.#server = createServer((inside) => {
      this.#keep(inside);
      if (this.silent) return;
      const outside = connect(Number(target.port || 5432), target.hostname);
      this.#keep(outside);
      inside.pipe(outside).pipe(inside);
      inside.once('close', () => outside.destroy());
      outside.once('close', () => inside.destroy());
    });
  }

  static async start(url: string): Promise<Proxy> {
    const proxy = new Proxy(new URL(url));
    await proxy.open();
    return proxy;
  }

  /** The address of the database by way of this wire. */
  urlOf(url: string): string {
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String(this.#port);
    return through.toString();
  }

  open(): Promise<void> {
    return new Promise((resolve) =>
      this.#server.listen(this.#port, '127.0.0.1', () => {
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      }),
    );
  }

  /** Cuts every connection; new ones are refused until it is opened again. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.hangUp();
    await closed;
  }

  /** Cuts every connection; new ones are taken. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #port = 0;

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}
