import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ApiError, type Page, type Principal, isWithMeta, operations } from '@parley/contracts';
import { LOGGER, providerMethods, type Logger } from '@parley/kernel';
import { Dispatcher, Rpc } from '@parley/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import { claimOf } from '../http/idempotency.ts';
import { type OperationRoute, routeOf } from './operation-route.ts';
import { pageEnvelope } from './pagination.ts';
import { contentTag, encodedTag, matchingTag, versionsOfIfMatch, versionTag } from '../http/etags.ts';
import { encodingOf } from '../http/compression.ts';
import { readInput } from './read-input.ts';
import { contextOf } from '../http/request-context.ts';
import { prefersStrict } from './unknown-parameters.ts';

/** A cache may keep a read for this caller, and must ask before it uses it. Everything else is `no-store`. */
const REVALIDATED = { 'cache-control': 'private, no-cache', vary: 'Authorization, Accept-Encoding' };

/** Makes a route of every operation there is; none is written by hand. */
@Injectable()
export class OperationRoutes {
  /** Answers the operations that no service owns, by handlers like those of services. */
  readonly #dispatcher: Dispatcher;

  constructor(
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(GatewayConfig) private readonly config: GatewayConfig,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#dispatcher = new Dispatcher(logger, undefined);
  }

  /** Throws if an operation of the gateway has no handler. */
  install(instance: FastifyInstance): void {
    const own = operations.filter(({ service }) => service === 'gateway');
    this.#dispatcher.registerAll(providerMethods(this.discovery), own, 'the gateway');
    for (const route of operations.map(routeOf)) {
      instance.route({
        method: route.method,
        url: route.path,
        bodyLimit: route.bodyLimit,
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
      ifMatch: route.takesIfMatch
        ? versionsOfIfMatch(request.headers['if-match'], recordIdOf(request.params))
        : undefined,
    });
    const { reservation } = request;
    if (reservation === 'conflict') throw new ApiError('idempotency_mismatch');
    const { value, replayed, version } = await (operation.service === 'gateway'
      ? this.#dispatcher.dispatch(operation.id, ctx, sent)
      : this.rpc.forward(operation, ctx, sent));
    reservation?.confirm();
    if (replayed) void reply.header('idempotent-replayed', 'true');
    if (prefersStrict(request.headers['prefer'])) void reply.header('preference-applied', 'handling=strict');
    if (route.method === 'GET') void reply.headers(REVALIDATED);
    const etag = etagOf(route, value, version);
    if (etag !== undefined) {
      void reply.header('etag', etag);
      const known = route.takesIfNoneMatch ? matchingTag(request.headers['if-none-match'], etag) : undefined;
      if (known !== undefined) {
        const own = known === '*' ? tagAsSent(request, etag, { data: value }) : known;
        return reply.code(304).header('etag', own).send();
      }
    }
    void reply.code(operation.status);
    if (operation.status === 204) return reply.send();
    if (isWithMeta(operation.response)) return reply.send(value);
    return reply.send(
      list === null ? { data: value } : pageEnvelope(value as Page<unknown>, list, request.url),
    );
  }
}

/** The id of the record that a path names: its last one. */
function recordIdOf(params: unknown): string {
  return String(Object.values(params as Record<string, string>).at(-1));
}

function etagOf(route: OperationRoute, value: unknown, version: string | undefined): string | undefined {
  // What has no id in its path depends on the caller.
  if (route.takesIfNoneMatch && route.operation.params === undefined)
    return contentTag(JSON.stringify(value));
  return version === undefined ? undefined : versionTag((value as { id: string }).id, version);
}

/** The tag that a 200 would have. */
function tagAsSent(request: FastifyRequest, etag: string, body: unknown): string {
  const encoding = encodingOf(request, JSON.stringify(body));
  return encoding === null ? etag : encodedTag(etag, encoding);
}
