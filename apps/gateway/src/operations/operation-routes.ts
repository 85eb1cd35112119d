import { Inject, Injectable } from '@nestjs/common';
import { ApiError, type Page, type Principal, isWithMeta, operations } from '@parley/contracts';
import { Rpc } from '@parley/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import { claimOf } from '../http/idempotency.ts';
import { type OperationRoute, routeOf } from './operation-route.ts';
import { GatewayOperations } from './gateway-operations.ts';
import { pageEnvelope } from './pagination.ts';
import { entityTag, matchesEtag, versionsOfIfMatch } from '../http/etags.ts';
import { readInput } from './read-input.ts';
import { contextOf } from '../http/request-context.ts';
import { prefersStrict } from './unknown-parameters.ts';

/** Makes a route of every operation there is; none is written by hand. */
@Injectable()
export class OperationRoutes {
  constructor(
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(GatewayConfig) private readonly config: GatewayConfig,
    @Inject(GatewayOperations) private readonly gatewayOperations: GatewayOperations,
  ) {}

  install(instance: FastifyInstance): void {
    this.gatewayOperations.collect();
    for (const route of operations.map(routeOf)) {
      instance.route({
        method: route.method,
        url: route.path,
        config: { operationRoute: route },
        handler: (request, reply) => this.answer(route, request, reply),
      });
    }
  }

  private async answer(
    route: OperationRoute,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { operation } = route;
    const principal = request.principal as Principal;
    const { sent, list } = readInput(route, request);
    const claim = route.takesKey
      ? claimOf(request, request.headers['idempotency-key'], principal)
      : undefined;
    const ctx = contextOf(request, principal, this.config.REQUEST_TIMEOUT, {
      idempotency: claim,
      ifMatch: route.takesIfMatch ? versionsOfIfMatch(request.headers['if-match']) : undefined,
    });
    const { reservation } = request;
    if (reservation === 'conflict') throw new ApiError('idempotency_mismatch');
    const { value, replayed, version } = await (operation.service === 'gateway'
      ? this.gatewayOperations.answer(operation, ctx, sent)
      : this.rpc.forward(operation, ctx, sent));
    reservation?.confirm();
    if (replayed) void reply.header('idempotent-replayed', 'true');
    if (prefersStrict(request.headers['prefer'])) void reply.header('preference-applied', 'handling=strict');
    if (version !== undefined) {
      const etag = entityTag(version);
      void reply.header('etag', etag);
      if (route.readsOne && matchesEtag(request.headers['if-none-match'], etag))
        return reply.code(304).send();
    }
    void reply.code(operation.status);
    if (operation.status === 204) return reply.send();
    if (isWithMeta(operation.response)) return reply.send(value);
    return reply.send(
      list === null ? { data: value } : pageEnvelope(value as Page<unknown>, list, request.url),
    );
  }
}
