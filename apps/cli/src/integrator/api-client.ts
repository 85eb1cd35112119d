import { setTimeout as wait } from 'node:timers/promises';
import { requestTarget, type ErrorBody, type Input, type Operation, type Result } from '@parley/contracts';
import { CommandFailure } from '../failure.ts';

const TIMEOUT_MS = 30_000;
/** How often a request is repeated that was refused by the rate limit. */
const RETRIES = 2;

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A client of the REST API that knows its routes from the contracts. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    private readonly key: string,
  ) {}

  /** Calls an operation and returns `data` of the response. Throws a CommandFailure with the message of the error. */
  async call<O extends Operation>(operation: O, input: Input<O>): Promise<Result<O>> {
    const { body } = input as Parts;
    const { method, target } = requestTarget(operation, input as Parts);
    const response = await this.#send(
      method,
      target,
      body instanceof FormData
        ? { body }
        : body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    );
    if (response.status === 204) return undefined as Result<O>;
    const answer = (await response.json()) as { data: Result<O> };
    return answer.data;
  }

  async #send(method: string, path: string, request: RequestInit, retries = RETRIES): Promise<Response> {
    const response = await fetch(this.baseUrl + path, {
      ...request,
      method,
      headers: { authorization: `Bearer ${this.key}`, ...request.headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new CommandFailure(`${this.baseUrl} does not answer. Start it with: npm start`, 1, {
        cause: error,
      });
    });
    if (response.ok) return response;
    if (response.status === 429 && retries > 0) {
      await wait(1_000 * Number(response.headers.get('retry-after') ?? '1'));
      return this.#send(method, path, request, retries - 1);
    }
    const { error } = (await response.json().catch(() => ({}))) as { error?: ErrorBody };
    throw new CommandFailure(
      `${method} ${path} answered ${response.status}${error === undefined ? '' : ` ${error.code}: ${error.message}`}`,
      response.status < 500 && response.status !== 429 ? 2 : 1,
    );
  }
}
