import {
  type Deprecation,
  type Operation,
  isPage,
  supportsConditionalGet,
  splitRoute,
  supportsIdempotencyKey,
  supportsIfMatch,
} from '@parley/contracts';

/** What a request needs to know of its operation, worked out once at the start. */
export interface OperationRoute {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path in the notation of Fastify: `/v1/tickets/:ticket_id`. */
  readonly path: string;
  /** The scopes that would do. */
  readonly scopes: readonly string[];
  readonly lists: boolean;
  /** POST and PATCH take an `Idempotency-Key`. */
  readonly takesKey: boolean;
  readonly takesIfMatch: boolean;
  /** Whether it answers `If-None-Match`. */
  readonly readsOne: boolean;
  /** Whether a request without a body is in error. */
  readonly needsBody: boolean;
  /** What tells callers that the operation goes; `null` while it stays. */
  readonly deprecationHeaders: Readonly<Record<string, string>> | null;
}

/** Derives the route of an operation. */
export function routeOf(operation: Operation): OperationRoute {
  const { method, path } = splitRoute(operation.route);
  return {
    operation,
    method,
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    scopes: scopesOf(operation),
    lists: isPage(operation.response),
    takesKey: supportsIdempotencyKey(operation),
    takesIfMatch: supportsIfMatch(operation),
    readsOne: supportsConditionalGet(operation),
    needsBody: operation.body !== undefined && !operation.body.safeParse(undefined).success,
    deprecationHeaders: operation.deprecated === undefined ? null : deprecationHeaders(operation.deprecated),
  };
}

function scopesOf({ scope }: Operation): readonly string[] {
  if (scope === 'any-token') return [];
  return typeof scope === 'string' ? [scope] : scope.anyOf;
}

/** `Deprecation` is a structured date (RFC 9745), `Sunset` an HTTP date (RFC 8594). */
function deprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
  };
}
