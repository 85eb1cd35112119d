import * as contracts from '@parley/contracts';
import { csvColumnsOf } from './csv.ts';
import { formOf } from '../multipart/form.ts';

/** What a request needs to know of its operation, derived once at the start. */
export type OperationRoute = ReturnType<typeof routeOf>;

export function routeOf(operation: contracts.Operation) {
  const { method, path } = contracts.splitRoute(operation.route);
  return {
    operation,
    method,
    /** The path in the notation of Fastify: `/v1/tickets/:ticket_id`. */
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: contracts.bodyLimitOf(operation),
    queryParameters: new Set(contracts.queryParametersOf(operation)),
    isList: contracts.isPage(operation.response),
    csvColumns: csvColumnsOf(operation),
    form: formOf(operation),
    takesKey: contracts.supportsIdempotencyKey(operation),
    takesIfMatch: contracts.supportsIfMatch(operation),
    takesIfNoneMatch: contracts.supportsConditionalGet(operation),
    needsBody: operation.body !== undefined && !operation.body.safeParse(undefined).success,
    deprecationHeaders: operation.deprecated === undefined ? null : deprecationHeaders(operation.deprecated),
  };
}

/** `Deprecation` is a structured date (RFC 9745), `Sunset` an HTTP date (RFC 8594). */
function deprecationHeaders({ since, sunset }: contracts.Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
  };
}
