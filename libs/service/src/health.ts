import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Config, countProcess, metricsText, port, setting } from '@parley/kernel';
import { z } from 'zod';

export class HealthConfig extends Config({
  HEALTH_HOST: setting('Address of the health probes and metrics', z.string().min(1), '127.0.0.1'),
  HEALTH_PORT: setting('Port of the health probes and metrics; 0 offers none', port, '0'),
}) {}

/**
 * Answers the probes of a supervisor. `/healthz` says that the event loop turns, and nothing of servers behind: their
 * outage must not restart everything. `/readyz` says whether calls are welcome. `/metrics` is for Prometheus.
 */
export class Health {
  #server: Server | undefined;
  #draining = false;

  async start(config: HealthConfig): Promise<void> {
    if (config.HEALTH_PORT === 0) return;
    countProcess();
    const server = createServer((request, response) => {
      if (request.url === '/metrics') void tellMetrics(response);
      else this.#probe(request, response);
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

  #probe(request: IncomingMessage, response: ServerResponse): void {
    const status =
      request.url === '/healthz' ? 200 : request.url === '/readyz' ? (this.#draining ? 503 : 200) : 404;
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ok: status === 200 }));
  }
}

async function tellMetrics(response: ServerResponse): Promise<void> {
  try {
    const { contentType, text } = await metricsText();
    response.writeHead(200, { 'content-type': contentType }).end(text);
  } catch {
    response.writeHead(500).end();
  }
}
