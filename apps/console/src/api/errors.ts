import { ConnectionFailure, isRepeatable } from './request.ts';

interface ErrorEnvelope {
  error?: {
    type?: string;
    code?: string;
    message?: string;
    param?: string;
    details?: { param?: string; code?: string; message?: string }[];
    request_id?: string;
  };
}

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: string;
  readonly param: string | undefined;
  readonly details: readonly { param: string; message: string }[];
  readonly requestId: string | undefined;

  constructor(
    readonly status: number,
    body: unknown,
    /** Seconds until the same request may succeed. */
    readonly retryAfter?: number,
  ) {
    const { error = {} } = (typeof body === 'object' && body !== null ? body : {}) as ErrorEnvelope;
    super(error.message ?? `The server answered with status ${status}.`);
    this.code = error.code ?? 'unknown';
    this.param = error.param;
    this.details = (error.details ?? []).map(({ param = '', message = '' }) => ({ param, message }));
    this.requestId = error.request_id;
  }

  /** Whether the page sent a token of a session that another tab has renewed, as a new password does. */
  get isOutdatedPage(): boolean {
    return this.status === 403 && this.param === 'X-CSRF-Token';
  }

  static async from(response: Response): Promise<ApiFailure> {
    const body: unknown = await response.json().catch(() => null);
    return new ApiFailure(response.status, body, retryAfterOf(response));
  }
}

function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get('retry-after') ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

export interface Explanation {
  title: string;
  message: string;
  requestId?: string | undefined;
}

const SEND_AGAIN = 'Send again: it will not be sent twice.';

/** What happened and what to do, for people: technical details are in the request id. */
export function explain(error: unknown): Explanation {
  if (error instanceof ApiFailure) return explainFailure(error);
  if (error instanceof ConnectionFailure || isMissingScript(error))
    return {
      title: 'No connection',
      message: 'The server cannot be reached. Check your connection, then try again.',
    };
  if (isTimeout(error))
    return {
      title: 'The server did not answer in time',
      message: `Your connection or the server is slow. ${
        isRepeatable(error)
          ? SEND_AGAIN
          : 'If you were changing something, load the page again to see whether it worked before you repeat it.'
      }`,
    };
  return {
    title: 'Something went wrong',
    message: 'The page has an error. Load it again; if it happens once more, report it.',
  };
}

export const isTimeout = (error: unknown): error is DOMException =>
  error instanceof DOMException && error.name === 'TimeoutError';

/** The code of a page could not be loaded: Chromium and Firefox, and Safari, say so in no other way. */
const isMissingScript = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message);

function explainFailure(failure: ApiFailure): Explanation {
  const [title, message] = wordsOf(failure);
  return { title, message, requestId: failure.requestId };
}

function wordsOf(failure: ApiFailure): [title: string, message: string] {
  const { status, code, message, retryAfter, isOutdatedPage } = failure;
  if (code === 'outcome_unknown') {
    const advice = 'Load the page again to see the result before you repeat it.';
    return [
      'It is not known whether that worked',
      `The server did not finish in time. ${isRepeatable(failure) ? SEND_AGAIN : advice}`,
    ];
  }
  if (status === 401) return ['Your session has ended', 'Sign in again to go on.'];
  if (status === 403) return [isOutdatedPage ? 'This page is out of date' : 'That is not allowed', message];
  if (status === 404) return ['Not found', 'It does not exist any more, or it belongs to another workspace.'];
  if (status === 429) {
    const time = retryAfter === undefined ? 'a minute' : secondsLabel(retryAfter);
    return ['Too many requests', `Wait ${time}, then try again.`];
  }
  if (status === 503)
    return ['Temporarily unavailable', 'The service will be back shortly. Try again in a few seconds.'];
  return [status >= 500 ? 'The server has an error' : 'That was not accepted', message];
}

const secondsLabel = (seconds: number): string => (seconds === 1 ? 'a second' : `${seconds} seconds`);

/** The API's messages go on after the name of a parameter: "must not be empty". */
const asSentence = (message: string): string =>
  message.charAt(0).toUpperCase() + message.slice(1) + (/[.!?]$/.test(message) ? '' : '.');

/** The messages of invalid fields, by the first part of their path: `scopes[0]` belongs to `scopes`. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  return messagesBy(error, (param) => /^[a-z0-9_]+/i.exec(param)?.[0]);
}

/** The messages of invalid fields by their whole path: `transport.host`, `email.to[0]`. */
export function pathErrors(error: unknown): Readonly<Record<string, string>> {
  return messagesBy(error, (param) => (param === '' ? undefined : param));
}

function messagesBy(error: unknown, nameOf: (param: string) => string | undefined) {
  if (!(error instanceof ApiFailure) || error.status !== 422) return {};
  const all =
    error.details.length > 0 ? error.details : [{ param: error.param ?? '', message: error.message }];
  const found: Record<string, string> = {};
  for (const { param, message } of all) {
    const name = nameOf(param);
    if (name !== undefined) found[name] ??= asSentence(message);
  }
  return found;
}
