import cors from '@fastify/cors';
import { Module, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule, HttpAdapterHost } from '@nestjs/core';
import { UploadLimitsConfig } from '@parley/files';
import { ENV, type Env } from '@parley/runtime/config';
import { Rpc } from '@parley/rpc';
import { RESPONSE_HEADERS } from '@parley/openapi';
import { AccessLog } from './http/access-log.ts';
import { serveApiDocument } from './operations/api-document.ts';
import { RequestHooks } from './http/request-hooks.ts';
import { GatewayAdapter } from './http/gateway.adapter.ts';
import { GatewayConfig } from './gateway.config.ts';
import { OAuthRoutes } from './oauth/oauth-routes.ts';
import { Cursors } from './operations/cursors.ts';
import { OperationRoutes } from './operations/operation-routes.ts';
import { FormReader } from './multipart/form-reader.ts';
import { BodyTimeout } from './http/body-timeout.ts';
import { installBodyParser } from './http/body-parser.ts';
import { compressResponses } from './http/compression.ts';
import { UnreadResponses } from './http/unread-responses.ts';
import { serveSite } from './site/site.ts';
import { serveWellKnown } from './site/well-known.ts';
import { History } from './history/history.handlers.ts';
import { CredentialChecks } from './streams/credential-checks.ts';
import { EventFeeds } from './streams/event-feeds.ts';
import { EventStreamRoute } from './streams/event-stream-route.ts';
import { EventStreams } from './streams/event-streams.ts';
import { McpRoute } from './mcp/mcp-route.ts';
import { Search } from './search/search.handlers.ts';

/** Any origin, and so no credentials; a browser may read every header that means something. */
const CORS = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: RESPONSE_HEADERS.map(({ name }) => name),
  maxAge: 7200,
  // An OPTIONS request without the headers of a preflight is answered like one.
  strictPreflight: false,
};

/** The public hooks: authenticates, limits, checks scopes, validates, forwards. Owns no table. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    { provide: GatewayConfig, inject: [ENV], useFactory: (env: Env) => new GatewayConfig(env) },
    { provide: UploadLimitsConfig, inject: [ENV], useFactory: (env: Env) => new UploadLimitsConfig(env) },
    {
      provide: BodyTimeout,
      inject: [HttpAdapterHost],
      useFactory: ({ httpAdapter }: HttpAdapterHost<GatewayAdapter>) => httpAdapter.bodyTimeout,
    },
    Rpc,
    FormReader,
    AccessLog,
    UnreadResponses,
    RequestHooks,
    Search,
    History,
    EventFeeds,
    EventStreams,
    CredentialChecks,
    EventStreamRoute,
    OperationRoutes,
    Cursors,
    OAuthRoutes,
    McpRoute,
  ],
})
export class GatewayModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost<GatewayAdapter>,
    private readonly hooks: RequestHooks,
    private readonly routes: OperationRoutes,
    private readonly oauth: OAuthRoutes,
    private readonly accessLog: AccessLog,
    private readonly config: GatewayConfig,
  ) {}

  onModuleInit(): void {
    const adapter = this.host.httpAdapter;
    const instance = adapter.getInstance();
    adapter.attach(this.hooks);
    instance.decorateRequest('token', null);
    instance.decorateRequest('principal', null);
    instance.decorateRequest('reservation', null);
    instance.decorateRequest('operationRoute', null);
    instance.decorateRequest('trace', null);
    installBodyParser(instance);
    instance.addHook('onRequest', this.hooks.prepare);
    void instance.register(cors, CORS);
    instance.addHook('onRequest', this.hooks.authorize);
    this.hooks.unread.install(instance);
    compressResponses(instance);
    instance.addHook('onResponse', (request, reply, done) => {
      this.accessLog.note(request, reply.statusCode, reply.elapsedTime);
      done();
    });
    instance.setErrorHandler(this.hooks.fail);
    instance.setNotFoundHandler(this.hooks.unknownRoute);
    this.routes.install(instance);
    this.oauth.install(instance);
    serveApiDocument(instance, { baseUrl: this.config.BASE_URL, authUrl: this.config.AUTH_URL });
    serveSite(instance, this.config);
    serveWellKnown(instance, this.config);
    this.installProbe(adapter);
  }

  /** A probe for load balancers that do not reach the operations port: fails once the gateway drains. */
  private installProbe(adapter: GatewayAdapter): void {
    adapter
      .getInstance()
      .get('/healthz', { config: { open: 'probe' } }, (_request, reply) =>
        adapter.draining ? reply.code(503).send({ status: 'draining' }) : reply.send({ status: 'ok' }),
      );
  }
}
