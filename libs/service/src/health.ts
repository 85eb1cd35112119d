import { createServer, type Server } from 'node:http';
import { Config, port, setting } from '@parley/kernel';
import { z } from 'zod';

export class HealthConfig extends Config({
  HEALTH_HOST: setting('Address of the health probes', z.string().min(1), '127.0.0.1'),
  HEALTH_PORT: setting('Port of the health probes; 0 offers none', port, '0'),
}) {}

/**
 * Answers the probes of a supervisor. `/healthz` says that the event loop turns, and nothing of servers behind: their
 * outage must not restart everything. `/readyz` says whether calls are welcome.
 */
export class Health {
  #server: Server | undefined;
  #draining = false;

  async start(config: HealthConfig): Promise<void> {
    if (config.HEALTH_PORT === 0) return;
    const server = createServer((request, response) => {
      const status =
        request.url === '/healthz' ? 200 : request.url === '/readyz' ? (this.#draining ? 503 : 200) : 404;
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ok: status === 200 }));
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(config.HEALTH_PORT, config.HEALTH_HOST, resolve);
    });
  }

  /** From now on not ready. */
  drain(): void {
    this.#draining = true;
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
