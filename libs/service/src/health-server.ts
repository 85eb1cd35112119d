import { createServer, type ServerResponse } from 'node:http';
import { Config, countProcess, DrainingHttpServer, metricsText, port, setting } from '@parley/kernel';
import { z } from 'zod';

export class HealthConfig extends Config({
  HEALTH_HOST: setting(
    'Address on which health probes and metrics are served',
    z.string().min(1),
    '127.0.0.1',
  ),
  HEALTH_PORT: setting('Port of the health probes and metrics; 0 disables them', port, '0'),
}) {}

/**
 * Serves liveness, readiness and metrics. `/healthz` only proves that the event loop runs: a dependency that is down
 * must not make a supervisor restart every process. `/readyz` fails until the process has started, which may wait for
 * its schema, and while it drains.
 */
export class HealthServer {
  #server: DrainingHttpServer | undefined;
  #ready = false;

  async start(config: HealthConfig): Promise<void> {
    if (config.HEALTH_PORT === 0) return;
    countProcess();
    const server = createServer(({ url }, response) => {
      if (url === '/metrics') void respondWithMetrics(response);
      else respond(response, url === '/healthz' ? 200 : url !== '/readyz' ? 404 : this.#ready ? 200 : 503);
    });
    this.#server = new DrainingHttpServer(server, { drainMs: 0 });
    await this.#server.listen(config.HEALTH_PORT, config.HEALTH_HOST);
  }

  /** Before the process works, and once it drains, only readiness fails. */
  setReady(ready: boolean): void {
    this.#ready = ready;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }
}

function respond(response: ServerResponse, status: number): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ ok: status === 200 }));
}

async function respondWithMetrics(response: ServerResponse): Promise<void> {
  try {
    const { contentType, text } = await metricsText();
    response.writeHead(200, { 'content-type': contentType }).end(text);
  } catch {
    response.writeHead(500).end();
  }
}
