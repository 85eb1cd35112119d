import type { Logger } from '@parley/kernel';
import type { FastifyRequest } from 'fastify';
import './request-state.ts';

/**
 * One line per request. The route is the template, never the URL: URLs carry ids and search words.
 * @param ms how long the answer took.
 */
export function logAccess(logger: Logger, request: FastifyRequest, status: number, ms: number): void {
  const line = {
    request_id: request.id,
    method: request.method,
    route: request.operationRoute?.operation.route ?? null,
    status,
    ms: Math.round(ms * 10) / 10,
    workspace_id: request.principal?.workspaceId ?? null,
  };
  // Probes come every few seconds for ever.
  if (request.routeOptions.config?.open === true) logger.debug(line, 'request');
  else logger.info(line, 'request');
}
