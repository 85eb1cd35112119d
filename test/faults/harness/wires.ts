import { TcpProxy } from '@parley/testing';

export type Server = 'broker' | 'database';

/** The ways of the processes to their servers. */
export class Wires {
  readonly #wires = new Map<string, TcpProxy>();

  async add(key: string, server: Server, url: string): Promise<void> {
    const { hostname, port } = new URL(url);
    this.#wires.set(`${key} ${server}`, await TcpProxy.start({ host: hostname, port: Number(port) }));
  }

  of(key: string, server: Server): TcpProxy {
    const wire = this.#wires.get(`${key} ${server}`);
    if (wire === undefined) throw new Error(`no wire from ${key} to ${server}`);
    return wire;
  }

  /** By the keys of their processes. */
  to(server: Server): Map<string, TcpProxy> {
    const found = [...this.#wires].filter(([key]) => key.endsWith(` ${server}`));
    return new Map(found.map(([key, wire]) => [key.slice(0, -server.length - 1), wire]));
  }

  heal(): void {
    for (const wire of this.#wires.values()) wire.heal();
  }

  async close(): Promise<void> {
    for (const wire of this.#wires.values()) await wire.close();
  }
}
