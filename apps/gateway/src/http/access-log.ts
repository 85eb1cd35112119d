import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@parley/kernel';
import type { FastifyRequest } from 'fastify';
import './request-state.ts';

/** One line per request. */
@Injectable()
export class AccessLog {
  readonly #lines: Logger;

  constructor(@Inject(LOGGER) logger: Logger) {
    // The fields below are all there is, none of them secret; looking for secrets would cost 8 µs a line.
    this.#lines = logger.child({}, { redact: [] });
  }

  /**
   * Writes the line of a request. The route is the template, never the URL: URLs carry ids and search words.
   * @param ms how long the answer took.
   */
  note(request: FastifyRequest, status: number, ms: number): void {
    const { config } = request.routeOptions;
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
