import { Inject, Injectable } from '@nestjs/common';
import { RequestDurations } from '@parley/runtime/http';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { setFailed } from '@parley/runtime/tracing';
import type { FastifyRequest } from 'fastify';
import { logFieldsOf } from './request-context.ts';
import './request-state.ts';

@Injectable()
export class AccessLog {
  readonly #lines: Logger;
  readonly #durations = new RequestDurations('api');

  constructor(@Inject(LOGGER) logger: Logger) {
    // The fields below are all there is, none of them secret; looking for secrets would cost 8 µs a line.
    this.#lines = logger.child({}, { redact: [] });
  }

  /** Notes a request that took `ms`, with the template of its route: URLs carry ids and search words. */
  note(request: FastifyRequest, status: number, ms: number): void {
    const { config } = request.routeOptions;
    const { trace, id, method } = request;
    const workspaceId = request.principal?.workspaceId;
    trace?.span.setAttributes({
      'http.request.method': method,
      'http.route': routeOf(request) ?? undefined,
      'http.response.status_code': status,
      'parley.request_id': id,
      'parley.workspace_id': workspaceId,
    });
    if (trace !== null && status >= 500) setFailed(trace.span, { name: String(status) });
    trace?.span.end();
    if (config.open !== 'probe') this.#durations.note({ method, route: routeOf(request) }, status, ms);
    const line = {
      event: 'http.request.completed',
      ...logFieldsOf(request),
      method,
      route: request.operationRoute?.operation.route ?? config.oauthRoute ?? null,
      status,
      ms: Math.round(ms * 10) / 10,
      workspace_id: workspaceId ?? null,
    };
    // Probes come every few seconds for ever.
    if (config.open === 'probe') this.#lines.debug(line, 'request');
    else this.#lines.info(line, 'request');
  }
}

/** The path of the contract, or that of a route beside it. */
export function routeOf({ routeOptions: { config, url } }: FastifyRequest) {
  return config.operationRoute?.operation.route.replace(/^[A-Z]+ /, '') ?? url ?? null;
}
