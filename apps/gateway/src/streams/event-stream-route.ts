import type { OutgoingHttpHeaders } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { checkedToken } from '@parley/authentication';
import {
  ApiError,
  hasRequiredScope,
  insufficientScope,
  openEventLog,
  type Principal,
  readableTypes,
  streamEvents,
  type ParsedInput,
} from '@parley/contracts';
import { Rpc } from '@parley/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayAdapter } from '../http/gateway.adapter.ts';
import { addressOf, contextOf } from '../http/request-context.ts';
import { GatewayConfig } from '../gateway.config.ts';
import { routeOf } from '../operations/operation-route.ts';
import { readInput } from '../operations/read-input.ts';
import { CredentialChecks } from './credential-checks.ts';
import { EventStream, type EventStreamOptions } from './event-stream.ts';
import { EventStreams } from './event-streams.ts';

const PRESENCE_SCOPE = 'conversations:read';
const NOT_GIVEN = { idempotency: undefined, ifMatch: undefined };
const HEADER = 'Last-Event-ID';

/** `X-Accel-Buffering` tells nginx to pass every event on at once. */
const HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };

type Query = ParsedInput<typeof streamEvents>['query'];

/** The route of event streams: what comes before the first byte is that of every operation. */
@Injectable()
export class EventStreamRoute implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost<GatewayAdapter>,
    private readonly streams: EventStreams,
    private readonly credentials: CredentialChecks,
    private readonly rpc: Rpc,
    private readonly config: GatewayConfig,
  ) {}

  /** The hooks that the module adds to the instance later apply to it, too. */
  onModuleInit(): void {
    const adapter = this.host.httpAdapter;
    adapter.onDrain(() => this.streams.endAll());
    const route = routeOf(streamEvents);
    adapter.getInstance().route({
      method: route.method,
      url: route.path,
      config: { operationRoute: route },
      handler: async (request, reply) => {
        readInput(route, request);
        await this.open(request, reply, streamEvents.query?.parse(request.query) ?? {});
        return reply;
      },
    });
  }

  private async open(request: FastifyRequest, reply: FastifyReply, query: Query): Promise<void> {
    const principal = request.principal as Principal;
    const types = readableTypes(principal.scopes, query.event);
    if (query.presence === true && !hasRequiredScope(principal.scopes, PRESENCE_SCOPE))
      throw insufficientScope([PRESENCE_SCOPE], 'presence');
    const release = this.streams.reserve(principal);
    const { raw: response } = reply;
    response.once('close', release);
    let start: Pick<EventStreamOptions, 'position' | 'isAtEnd'>;
    try {
      start = await this.startOf(request, principal, query);
    } catch (error) {
      response.off('close', release);
      release();
      throw error;
    }
    // The client has gone, maybe before anybody listened.
    if (response.destroyed) {
      release();
      return;
    }
    reply.hijack();
    // That of an earlier response on the connection is shorter than the time between heartbeats may be.
    response.setTimeout(0);
    response.writeHead(streamEvents.status, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const { workspaceId, mode } = principal;
    const stream = new EventStream(response, {
      tenant: { workspaceId, mode },
      ...start,
      filter: {
        ...(types === undefined ? {} : { types: [...types] }),
        resources: query.resource,
        credentials: query.actor_credential,
        credentials_not: query.actor_credential_not,
      },
      wantsPresence: query.presence === true,
      bufferMax: this.config.EVENT_STREAM_BUFFER,
    });
    const unwatch = this.watch(request, principal, () => stream.revoke());
    response.once('close', () => {
      unwatch();
      this.streams.closed(stream);
    });
    this.streams.serve(stream);
  }

  /** The position at which a stream starts. Throws 400 for one that is none of this log, and 422 for one that is too old. */
  private async startOf(request: FastifyRequest, principal: Principal, query: Query) {
    const header = request.headers['last-event-id'];
    // A client that reconnects by itself repeats its query, and has a newer position in the header.
    const after = typeof header === 'string' && header !== '' ? header : (query.last_event_id ?? null);
    const ctx = contextOf(request, principal, this.config.REQUEST_TIMEOUT, NOT_GIVEN);
    try {
      const { position } = await this.rpc.call(openEventLog, ctx, { after });
      return { position, isAtEnd: after === null };
    } catch (error) {
      throw error instanceof ApiError && error.type === 'invalid_request_error'
        ? positionError(error, typeof header === 'string' && header !== '' ? HEADER : 'last_event_id')
        : error;
    }
  }

  private watch(request: FastifyRequest, principal: Principal, end: () => void) {
    const token = checkedToken(request.token ?? '', addressOf(request));
    if (token === null) throw new ApiError('internal_error');
    return this.credentials.watch(token, principal, end);
  }
}

function positionError({ code, status, message }: ApiError, param: string): ApiError {
  const told = code === 'position_expired' ? message : `${param}: must be the id of an event of this stream`;
  return new ApiError(code, { status, param, message: told });
}
