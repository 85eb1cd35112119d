import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, RequestDurations, type Logger } from '@parley/kernel';
import type { FastifyRequest } from 'fastify';
import './request-state.ts';

/** One line per request, and its duration in the metrics. */
@Injectable()
export class AccessLog {
  readonly #lines: Logger;
  readonly #durations = new RequestDurations('api');

  constructor(@Inject(LOGGER) logger: Logger) {
    // The fields below are all there is, none of them secret; looking for secrets would cost 8 µs a line.
    this.#lines = logger.child({}, { redact: [] });
  }

  /**
   * Notes a request. The route is the template, never the URL: URLs carry ids and search words.
   * @param ms how long the answer took.
   */
  note(request: FastifyRequest, status: number, ms: number): void {
    const { config } = request.routeOptions;
    if (config.open !== 'probe')
      this.#durations.note({ method: request.method, route: templateOf(request) }, status, ms);
    const line = {
      request_id: request.id,
      method: request.method,
      route: request.operationRoute?.operation.route ?? config.oauthRoute ?? null,
      status,
      ms: Math.round(ms * 10) / 10,
      workspace_id: request.principal?.workspaceId ?? null,
    };
    // Probes come every few seconds for ever.
    if (config.open === 'probe') this.#lines.debug(line, 'request');
    else this.#lines.info(line, 'request');
  }
}

/** The path of the contract, or that of a route beside it. */
function templateOf({ operationRoute, routeOptions }: FastifyRequest): string | null {
  return operationRoute?.operation.route.replace(/^[A-Z]+ /, '') ?? routeOptions.url ?? null;
}
