import { Readable } from 'node:stream';
import type { Transport, TransportRequest, TransportResponse } from '@parley/client';
import type { FastifyInstance } from 'fastify';
import inject from 'light-my-request';

/** What the requests of a tool have from the request that calls it. */
export interface Origin {
  /** The address of the caller, as the gateway has it */
  readonly address: string;
  /** All of their log lines have one id */
  readonly requestId: string;
  /** Headers of the trace */
  readonly trace: Readonly<Record<string, string>>;
}

/**
 * Sends requests of the client library to this gateway itself, without a connection. They pass all hooks, as those of any caller do:
 * authentication, allowed addresses, rate limits, scopes, validation, idempotency, access log.
 */
export class InProcessTransport implements Transport {
  constructor(
    private readonly instance: FastifyInstance,
    private readonly origin: Origin,
  ) {}

  async send({ method, url, headers, body, signal, onSent }: TransportRequest): Promise<TransportResponse> {
    if (body !== undefined && !(body instanceof Uint8Array)) throw new Error('a tool sends no files');
    signal.throwIfAborted();
    onSent();
    const { address, requestId, trace } = this.origin;
    // The method `inject` of Fastify refuses once the server drains, when requests that run have to end well.
    const answer = inject((request, response) => this.instance.routing(request, response), {
      method: method as 'GET',
      url: url.pathname + url.search,
      headers: { ...headers, ...trace, 'x-request-id': requestId },
      remoteAddress: address,
      ...(body === undefined ? {} : { payload: Buffer.from(body) }),
    });
    const { statusCode, headers: answered, rawPayload } = await untilAborted(answer, signal);
    const entries = Object.entries(answered).map(([name, value]) => [name, String(value)]);
    return {
      status: statusCode,
      headers: Object.fromEntries(entries) as Record<string, string>,
      body: Readable.from([rawPayload]),
    };
  }
}

/** The result, or the reason of the signal. The request then ends by itself, as that of a caller who has gone does. */
function untilAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
