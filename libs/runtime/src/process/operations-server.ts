import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Config, port, setting } from '../config.ts';
import { DrainingHttpServer } from '../http/draining-http-server.ts';
import { countProcess, metricsText, release } from '../metrics.ts';
import { health, type Health, type HealthReport } from './health.ts';
import { z } from 'zod';

export class OperationsConfig extends Config({
  OPERATIONS_HOST: setting(
    'Address on which health probes and metrics are served',
    z.string().min(1),
    '127.0.0.1',
  ),
  OPERATIONS_PORT: setting(
    'Port of the health probes and metrics of a process; 0 takes a free one. `npm run services` counts up from it: identity ' +
      'has this one, the gateway the last',
    port,
    '9464',
  ),
}) {}

/** Serves `/healthz/startup`, `/live`, `/ready` and `/metrics`. It listens first, to tell what a start waits for. */
export class OperationsServer {
  readonly #server: DrainingHttpServer;

  /** @param component what the process is, in its metrics. @param checks what the probes report. */
  constructor(
    private readonly component: string,
    private readonly checks: Health = health,
  ) {
    const server = createServer((request, response) => void this.#answer(request, response));
    this.#server = new DrainingHttpServer(server, { drainMs: 0 });
  }

  /** Listens, and returns its port. Throws if the port cannot be used. */
  async start({ OPERATIONS_HOST: host, OPERATIONS_PORT: wanted }: OperationsConfig): Promise<number> {
    countProcess(this.component);
    try {
      return (await this.#server.listen(wanted, host)).port;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${message})`;
      throw new Error(`OPERATIONS_PORT: port ${wanted} on ${host} ${reason}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  async #answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { allow: 'GET, HEAD' }).end();
      else if (url === '/metrics') await respondWithMetrics(response);
      else if (url === '/healthz/startup') this.#respond(response, this.checks.startup());
      else if (url === '/healthz/live') this.#respond(response, await this.checks.live());
      else if (url === '/healthz/ready') this.#respond(response, await this.checks.ready());
      else response.writeHead(404).end();
    } catch {
      response.writeHead(500).end();
    }
  }

  #respond(response: ServerResponse, { isOk, checks }: HealthReport): void {
    const { component } = this;
    response
      .writeHead(isOk ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify({ status: isOk ? 'ok' : 'failing', component, version: release, checks }));
  }
}

async function respondWithMetrics(response: ServerResponse): Promise<void> {
  const { contentType, text } = await metricsText();
  response.writeHead(200, { 'content-type': contentType }).end(text);
}
