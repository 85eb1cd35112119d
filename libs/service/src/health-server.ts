import { createServer, type ServerResponse } from 'node:http';
import {
  Config,
  countProcess,
  DrainingHttpServer,
  metricsText,
  port,
  setting,
  SingleFlight,
} from '@parley/kernel';
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
 * its schema, while it drains, and while it cannot get a connection to its database in time: others may.
 */
export class HealthServer {
  #server: DrainingHttpServer | undefined;
  #ready = false;
  #check: () => Promise<void> = () => Promise.resolve();
  readonly #checks = new SingleFlight<boolean>();

  async start(config: HealthConfig): Promise<void> {
    if (config.HEALTH_PORT === 0) return;
    countProcess();
    const server = createServer(({ url }, response) => {
      if (url === '/metrics') void respondWithMetrics(response);
      else if (url === '/readyz') void this.#isReady().then((ready) => respond(response, ready ? 200 : 503));
      else respond(response, url === '/healthz' ? 200 : 404);
    });
    this.#server = new DrainingHttpServer(server, { drainMs: 0 });
    await this.#server.listen(config.HEALTH_PORT, config.HEALTH_HOST);
  }

  /**
   * Before the process works, and once it drains, only readiness fails.
   * @param check rejects while the process cannot work; within a second, since that is how long probes wait by default.
   */
  setReady(ready: boolean, check = this.#check): void {
    this.#ready = ready;
    this.#check = check;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  async #isReady(): Promise<boolean> {
    if (!this.#ready) return false;
    const works = await this.#checks.run('ready', () =>
      this.#check().then(
        () => true,
        () => false,
      ),
    );
    return works && this.#ready;
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
