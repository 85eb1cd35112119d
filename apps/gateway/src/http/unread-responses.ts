import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ApiError, type Tenant } from '@parley/contracts';
import type { FastifyInstance } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import './request-state.ts';

/** Shorter responses are neither counted nor timed: the buffers of the system take most of them at once. */
const COUNTED_MIN = 64 * 1024;

/**
 * What the clients of a workspace have not taken yet of their responses. It is in the memory of this process until they have,
 * and a page may have a hundred megabytes: without a bound, a client that reads nothing would take all memory there is.
 */
@Injectable()
export class UnreadResponses {
  readonly #bytes = new Map<string, number>();

  constructor(private readonly config: GatewayConfig) {}

  /** Throws `rate_limit_exceeded` while too much waits for the clients of a workspace. */
  check(tenant: Tenant): void {
    if ((this.#bytes.get(keyOf(tenant)) ?? 0) < this.config.UNREAD_RESPONSES_MAX) return;
    throw new ApiError('rate_limit_exceeded', {
      message: 'Too many responses to this workspace have not been read yet. Read them, and retry shortly.',
      retryAfter: 1,
    });
  }

  /** Counts what is sent, before it is compressed, and disconnects clients that take nothing of it. */
  install(instance: FastifyInstance): void {
    // Requests that were admitted together must not all be answered. Of a write, the answer is all that tells its outcome.
    instance.addHook('preSerialization', (request, reply, payload, done) => {
      if (request.method === 'GET' && request.principal && reply.statusCode < 400)
        try {
          this.check(request.principal);
        } catch (error) {
          void reply.header('cache-control', 'no-store').removeHeader('vary').removeHeader('etag');
          done(error as ApiError);
          return;
        }
      done(null, payload);
    });
    instance.addHook('onSend', (request, { raw }, payload, done) => {
      // Undefined where no hook ran (RequestHooks.unknownRoute).
      if (request.principal && typeof payload === 'string' && payload.length >= COUNTED_MIN) {
        // With a reset, because the system would keep on offering what it has already been given.
        raw.setTimeout(this.config.RESPONSE_IDLE_TIMEOUT, () => raw.socket?.resetAndDestroy());
        this.#count(keyOf(request.principal), Buffer.byteLength(payload), raw);
      }
      done(null, payload);
    });
  }

  #count(key: string, bytes: number, response: ServerResponse): void {
    // The client has gone already: nothing would tell when.
    if (response.destroyed) return;
    this.#add(key, bytes);
    response.once('close', () => this.#add(key, -bytes));
  }

  #add(key: string, bytes: number): void {
    const sum = (this.#bytes.get(key) ?? 0) + bytes;
    if (sum === 0) this.#bytes.delete(key);
    else this.#bytes.set(key, sum);
  }
}

const keyOf = ({ workspaceId, mode }: Tenant): string => `${workspaceId} ${mode}`;
