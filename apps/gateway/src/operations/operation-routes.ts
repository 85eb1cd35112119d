import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import {
  ApiError,
  type Operation,
  type Included,
  type ListQuery,
  type Page,
  type Principal,
  isEventStream,
  isWithMeta,
  operations,
  successStatus,
} from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { type HandlerResult, providerMethods } from '@parley/runtime/handlers';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Dispatcher, Rpc } from '@parley/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import { isEncoded } from '../http/body-parser.ts';
import { claimOf } from '../http/idempotency.ts';
import { csvOf, prefersCsv } from './csv.ts';
import { Cursors, listOfCursor } from './cursors.ts';
import { includedWith } from './included-records.ts';
import { type OperationRoute, routeOf } from './operation-route.ts';
import { pageEnvelope } from './pagination.ts';
import { readWholePage, type RestOfPage } from './whole-page.ts';
import { contentTag, encodedTag, matchingTag, versionsOfIfMatch, versionTag } from '../http/etags.ts';
import { encodingOf } from '../http/compression.ts';
import { checkHead, type Input, prefersStrict, readFormInput, readInput } from './read-input.ts';
import { FormReader } from '../multipart/form-reader.ts';
import { comparable, isForm } from '../multipart/form.ts';
import { contextOf } from '../http/request-context.ts';

/** A cache may keep a read for this caller, and must ask before it uses it. Everything else is `no-store`. */
const REVALIDATED = { 'cache-control': 'private, no-cache', vary: 'Authorization, Accept-Encoding' };

/** The reader of the form, which can say what is wrong, ends it first. */
const UPLOAD_GRACE_MS = 5_000;

/** The context of an upload has neither: key and version are those of the request that follows it. */
const NOT_GIVEN = { idempotency: undefined, ifMatch: undefined };

type Outcome = HandlerResult & Pick<Input, 'list'> & { included?: Included };

/** Makes a route of every operation there is; none is written by hand but that of streams (streams/). */
@Injectable()
export class OperationRoutes {
  /** Answers the operations that no service owns, by handlers like those of services. */
  readonly #dispatcher: Dispatcher;

  constructor(
    private readonly rpc: Rpc,
    private readonly forms: FormReader,
    private readonly config: GatewayConfig,
    private readonly cursors: Cursors,
    private readonly discovery: DiscoveryService,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#dispatcher = new Dispatcher(logger, undefined);
  }

  /** Throws if an operation of the gateway has no handler. */
  install(instance: FastifyInstance): void {
    const answered = operations.filter(({ response }) => !isEventStream(response));
    const own = answered.filter(({ service }) => service === 'gateway');
    this.#dispatcher.registerAll(providerMethods(this.discovery), own, 'the gateway');
    const routes = answered.map(routeOf);
    this.#addRoutes(
      instance,
      routes.filter(({ form }) => form === null),
    );
    // The parser has a scope of its own: elsewhere a form is a body of the wrong type.
    void instance.register((scope, _options, done) => {
      scope.addContentTypeParser('multipart/form-data', (request, _payload, parsed) =>
        parsed(isEncoded(request) ? new ApiError('unsupported_encoding') : null),
      );
      this.#addRoutes(
        scope,
        routes.filter(({ form }) => form !== null),
      );
      done();
    });
  }

  #addRoutes(instance: FastifyInstance, routes: readonly OperationRoute[]): void {
    for (const route of routes)
      instance.route({
        method: route.method,
        url: route.path,
        bodyLimit: route.bodyLimit,
        config: { operationRoute: route },
        handler: (request, reply) => this.answer(route, request, reply),
      });
  }

  private async answer(route: OperationRoute, request: FastifyRequest, reply: FastifyReply) {
    const { form } = route;
    if (form === null || !isForm(request.headers['content-type']))
      return this.reply(route, request, reply, await this.run(route, request, readInput(route, request)));
    checkHead(route, request);
    const timeoutMs = this.forms.timeoutMs + UPLOAD_GRACE_MS;
    const ctx = contextOf(request, request.principal as Principal, timeoutMs, NOT_GIVEN);
    // The time of the request begins when its form has ended.
    const outcome = await this.forms.read(form, request.raw, ctx, (body) =>
      this.run(route, request, readFormInput(route, request, body), comparable(form, body)),
    );
    return this.reply(route, request, reply, outcome);
  }

  /** @param content what a repetition with the same `Idempotency-Key` must be equal in. */
  private async run(
    { operation, takesKey, takesIfMatch }: OperationRoute,
    request: FastifyRequest,
    { sent: given, list, include }: Input,
    content = request.body,
  ): Promise<Outcome> {
    const { headers, method, url } = request;
    const principal = request.principal as Principal;
    const ctx = contextOf(request, principal, this.config.REQUEST_TIMEOUT, {
      idempotency: takesKey
        ? claimOf({ method, url, body: content }, headers['idempotency-key'], principal)
        : undefined,
      ifMatch: takesIfMatch ? versionsOfIfMatch(headers['if-match'], recordIdOf(request)) : undefined,
    });
    const sent =
      list === null
        ? given
        : {
            ...given,
            query: this.cursors.verified(given.query as ListQuery, () =>
              listOfCursor(operation.id, request.params, list),
            ),
          };
    const { reservation } = request;
    if (reservation === 'conflict') throw new ApiError('idempotency_mismatch');
    const result = await (operation.service === 'gateway'
      ? this.#dispatcher.dispatch(operation.id, ctx, sent)
      : this.forward(operation, ctx, { sent, list }));
    reservation?.confirm();
    if (include.length === 0) return { ...result, list };
    const { value } = result;
    const named = (list === null ? [value] : (value as Page<unknown>).items) as { id: string }[];
    return { ...result, list, included: await includedWith(named, include, this.rpc, ctx) };
  }

  private async forward(
    operation: Operation,
    ctx: TenantContext,
    { sent, list }: Pick<Input, 'sent' | 'list'>,
  ) {
    if (list === null) return this.rpc.forward(operation, ctx, sent);
    const read = async (rest: RestOfPage) => {
      const input = rest === undefined ? sent : { ...sent, query: { ...(sent.query as object), ...rest } };
      return (await this.rpc.forward(operation, ctx, input)).value as Page<unknown>;
    };
    return { value: await readWholePage(ctx.tenant, list.per_page, read), replayed: false };
  }

  private reply(
    route: OperationRoute,
    request: FastifyRequest,
    reply: FastifyReply,
    { value, replayed, version, list, included }: Outcome,
  ): FastifyReply {
    const { operation } = route;
    if (replayed) void reply.header('idempotent-replayed', 'true');
    if (prefersStrict(request.headers['prefer'])) void reply.header('preference-applied', 'handling=strict');
    if (route.method === 'GET') void reply.headers(REVALIDATED);
    // The version of a record is not that of others.
    const etag = included === undefined ? etagOf(route, value, version) : undefined;
    if (etag !== undefined) {
      void reply.header('etag', etag);
      const known = route.takesIfNoneMatch ? matchingTag(request.headers['if-none-match'], etag) : undefined;
      if (known !== undefined) {
        const own = known === '*' ? tagAsSent(request, etag, { data: value }) : known;
        return reply.code(304).header('etag', own).send();
      }
    }
    void reply.code(successStatus(operation, value));
    if (operation.status === 204) return reply.send();
    if (route.csvColumns !== null) {
      void reply.header('vary', `${REVALIDATED.vary}, Accept`);
      if (prefersCsv(request.headers.accept))
        return reply
          .type('text/csv; charset=utf-8; header=present')
          .send(csvOf(route.csvColumns, (value as { data: Record<string, unknown>[] }).data));
    }
    if (isWithMeta(operation.response)) return reply.send(value);
    const body =
      list === null
        ? { data: value }
        : pageEnvelope(
            this.cursors.signed(value as Page<unknown>, () =>
              listOfCursor(operation.id, request.params, list),
            ),
            list,
            request.url,
          );
    return reply.send(included === undefined ? body : { ...body, included });
  }
}

/** The id of the record that a path names: its last one, or else the workspace. */
function recordIdOf({ params, principal }: FastifyRequest): string {
  return Object.values(params as Record<string, string>).at(-1) ?? String(principal?.workspaceId);
}

function etagOf(route: OperationRoute, value: unknown, version: string | undefined): string | undefined {
  if (version !== undefined) return versionTag((value as { id: string }).id, version);
  // What has no version is about no record, such as who the caller is, or about several.
  return route.takesIfNoneMatch ? contentTag(JSON.stringify(value)) : undefined;
}

function tagAsSent(request: FastifyRequest, etag: string, body: unknown): string {
  const encoding = encodingOf(request, JSON.stringify(body));
  return encoding === null ? etag : encodedTag(etag, encoding);
}
