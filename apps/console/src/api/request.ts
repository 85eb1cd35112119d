/** Longest time of a request and all of its response. */
const TIMEOUT_MS = 30_000;
/** Files take as long as the line of the user needs. */
const UPLOAD_TIMEOUT_MS = 600_000;

/** The server cannot be reached, or the connection was lost before the end of the response. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** What came of requests with an idempotency key. */
const repeatable = new WeakSet<object>();

/** Whether the request that led to this response or error can be sent again without being carried out twice. */
export const isRepeatable = (outcome: object): boolean => repeatable.has(outcome);

export function markRepeatable<Outcome extends object>(outcome: Outcome): Outcome {
  repeatable.add(outcome);
  return outcome;
}

/**
 * Sends a request. Rejects with a `ConnectionFailure` without an answer, and with a `DOMException` named `TimeoutError` when
 * the answer takes too long; reading the body may reject with the latter too.
 */
export async function sendRequest(request: Request, timeoutMs = timeoutOf(request)): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  const response = connected(fetch(request, { signal }));
  if (!request.headers.has('idempotency-key')) return response;
  try {
    return markRepeatable(await response);
  } catch (error) {
    throw markRepeatable(error as Error);
  }
}

/** What a request or the reading of its response comes to: browsers reject either with a `TypeError` on a lost connection. */
export async function connected<Value>(network: Promise<Value>): Promise<Value> {
  try {
    return await network;
  } catch (error) {
    throw isTypeError(error) ? new ConnectionFailure(error) : error;
  }
}

/** Recognizes a TypeError by its name, which does not depend on the realm that the error comes from. */
const isTypeError = (error: unknown): error is TypeError => (error as Partial<Error>).name === 'TypeError';

function timeoutOf({ headers }: Request): number {
  const isUpload = headers.get('content-type')?.startsWith('multipart/form-data') === true;
  return isUpload ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS;
}
