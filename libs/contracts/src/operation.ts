import { z } from 'zod';
import type { InternalCall } from './call.ts';
import { doesChangeByItself } from './documented.ts';
import type { ErrorCode, ErrorDetail } from './error.ts';
import { INCLUDE_SCOPES, takesInclude } from './included/include.ts';
import { ownerOf, type ServiceName } from './services.ts';
import type { Page, PageOf } from './page.ts';
import type { Scope, ScopeRequirement } from './scope.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

export const noContent = { kind: 'no_content' } as const;
export type NoContent = typeof noContent;

/** A response `{data, meta}` whose handler returns both. */
export interface WithMeta<Data extends z.ZodType = z.ZodType, Meta extends z.ZodType = z.ZodType> {
  readonly kind: 'with_meta';
  readonly data: Data;
  readonly meta: Meta;
}

export function withMeta<Data extends z.ZodType, Meta extends z.ZodType>(
  data: Data,
  meta: Meta,
): WithMeta<Data, Meta> {
  return { kind: 'with_meta', data, meta };
}

/** Server-Sent Events, each with an item as its data, which the gateway sends for as long as the caller listens. */
export interface EventStreamOf<Item extends z.ZodType = z.ZodType> {
  readonly kind: 'event_stream';
  readonly item: Item;
}

export function eventStreamOf<Item extends z.ZodType>(item: Item): EventStreamOf<Item> {
  return { kind: 'event_stream', item };
}

/** A resource (`{data: …}`), a page of them, a response with its own `meta`, a stream of events, or no content. */
export type ResponseSpec = z.ZodType | PageOf<z.ZodType> | WithMeta | EventStreamOf | NoContent;

/** Announced in the headers `Deprecation` and `Sunset` and in the API document. */
export interface Deprecation {
  /** Date since which the operation is deprecated, such as `2026-11-21`. */
  readonly since: string;
  readonly sunset?: string;
  readonly instead?: `${string}.${string}`;
}

/** The body as a form: file parts are {@link Upload}s, others the fields of their names, in JSON if these are no strings. */
export interface Multipart {
  /** Field of the body that its file parts become: a list of them, if the field is a list. */
  readonly part: string;
  /** `false`: a body of JSON is accepted too. */
  readonly required: boolean;
  /** What the field is in a body of JSON; without it there are no files in JSON. */
  readonly json?: z.ZodType;
}

type Part = z.ZodType | undefined;

export interface Operation<
  P extends Part = Part,
  Q extends Part = Part,
  B extends Part = Part,
  R extends ResponseSpec = ResponseSpec,
> {
  readonly kind: 'operation';
  /** `resource.verb`; the API document derives its names from it (`ticket.create` becomes `createTicket`). */
  readonly id: `${string}.${string}`;
  /** `gateway`: the gateway combines the results of several services. */
  readonly service: ServiceName | 'gateway';
  readonly route: Route;
  readonly status: 200 | 201 | 204;
  /** Responds with 201 if `meta.created`, else with 200. */
  readonly isUpsert?: true;
  readonly scope: ScopeRequirement;
  /** `true`: users with another role than admin are refused with `role_forbidden`. API keys have no role. */
  readonly onlyAdmins?: true;
  /** A query parameter whose values require scopes of their own. */
  readonly scopesBy?: { readonly param: string; readonly scopes: Readonly<Record<string, Scope>> };
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  readonly deprecated?: Deprecation;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly response: R;
  /** How it takes files; absent if it takes none. */
  readonly multipart?: Multipart;
  /** `true`: what it changes cannot be retrieved alone and has no `ETag`, so that `If-Match` is ignored. */
  readonly isUnversioned?: boolean;
  /** `true`: a creation takes `If-Match` too, with the version of the record that its path ends with. */
  readonly takesIfMatch?: true;
  /** `true`: the list in `data` is returned as CSV to callers who accept that alone. */
  readonly csv?: true;
  /** Error codes beyond those derived from the rest of the definition. */
  readonly errors?: readonly ErrorCode[];
}

/**
 * Defines an operation of the REST API, from which route, scope check, validation, types of handler and client and the API document
 * derive. The service is the owner of the resource; the status is 200, or 204 without content, unless it is given.
 */
export function defineOperation<
  R extends ResponseSpec,
  P extends Part = undefined,
  Q extends Part = undefined,
  B extends Part = undefined,
>(
  spec: Omit<Operation<P, Q, B, R>, 'kind' | 'service' | 'status'> &
    Partial<Pick<Operation, 'service' | 'status'>>,
): Operation<P, Q, B, R> {
  const service = spec.service ?? (ownerOf(spec.id) as Operation['service']);
  const included = takesInclude(spec.query) ? { scopesBy: { param: 'include', scopes: INCLUDE_SCOPES } } : {};
  const status = spec.response === noContent ? 204 : 200;
  return { kind: 'operation', status, ...included, ...spec, service };
}

/** The status of a successful response, by its value. */
export const successStatus = ({ status, isUpsert }: Operation, value: unknown): number =>
  isUpsert === true && !(value as { meta: { created: boolean } }).meta.created ? 200 : status;

/** Anything with a handler. */
export type Procedure = Operation | InternalCall;

export function serviceFor(procedure: Procedure, input: unknown): ServiceName {
  const { service } = procedure;
  if (service === 'gateway') throw new Error(`${procedure.id} is handled by the gateway itself`);
  if (service !== 'each') return service;
  const { service: selected } = input as { service?: ServiceName };
  if (selected === undefined) throw new Error(`${procedure.id} needs a service`);
  return selected;
}

type Named<Name extends string, S, Io extends 'input' | 'output'> = S extends z.ZodType
  ? { [K in Name]: S['_zod'][Io] }
  : unknown;

/** A query, which callers may omit where all of its parameters are optional. */
type Query<S, Io extends 'input' | 'output'> = Io extends 'output'
  ? Named<'query', S, Io>
  : S extends z.ZodType
    ? object extends S['_zod']['input']
      ? { query?: S['_zod']['input'] }
      : { query: S['_zod']['input'] }
    : unknown;

type InputOf<O, Io extends 'input' | 'output'> =
  O extends Operation<infer P, infer Q, infer B>
    ? Named<'params', P, Io> & Query<Q, Io> & Named<'body', B, Io>
    : O extends InternalCall<infer I>
      ? I['_zod'][Io]
      : never;

/** The input of a procedure before parsing. */
export type Input<O> = InputOf<O, 'input'>;

/** The input after parsing, as the handler gets it. */
export type ParsedInput<O> = InputOf<O, 'output'>;

type ResultOfResponse<R> =
  R extends PageOf<infer Item>
    ? Page<z.output<Item>>
    : R extends WithMeta<infer Data, infer Meta>
      ? { data: z.output<Data>; meta: z.output<Meta> }
      : R extends z.ZodType
        ? z.output<R>
        : void;

export type Result<O> =
  O extends Operation<Part, Part, Part, infer R>
    ? ResultOfResponse<R>
    : O extends InternalCall<z.ZodType, infer Out>
      ? z.output<Out>
      : never;

export function isPage(response: ResponseSpec): response is PageOf<z.ZodType> {
  return 'kind' in response && response.kind === 'page';
}

export function supportsIdempotencyKey({ route }: Pick<Operation, 'route'>): boolean {
  const { method } = splitRoute(route);
  return method === 'POST' || method === 'PATCH';
}

/** Whether it only reads: a repetition has no effect. */
export function isRead({ route }: Pick<Operation, 'route'>): boolean {
  return route.startsWith('GET ');
}

export function supportsIfMatch({
  route,
  isUnversioned,
  takesIfMatch,
}: Pick<Operation, 'route' | 'isUnversioned' | 'takesIfMatch'>): boolean {
  return takesIfMatch === true || (isUnversioned !== true && /^(?:PUT|PATCH|DELETE) /.test(route));
}

/** The names of the query parameters that an operation takes. */
export function queryParametersOf({ query }: Pick<Operation, 'query'>): readonly string[] {
  return query === undefined ? [] : Object.keys((query as z.ZodObject).shape);
}

/**
 * The fields that the record of a create or an update shows, and that its body does not take. An update may repeat the present
 * value of one, as a client does that sends the whole record back.
 */
export function readOnlyParametersOf({
  body,
  response,
  route,
  status,
  isUpsert,
}: Operation): readonly string[] {
  const writes = route.startsWith('PATCH ') || (route.startsWith('POST ') && status === 201);
  const isUpdate = route.startsWith('PATCH ') || isUpsert === true;
  const record = isWithMeta(response) && isUpsert === true ? response.data : response;
  if (!writes || !(body instanceof z.ZodObject) || !(record instanceof z.ZodObject)) return [];
  return fieldsBeside(record, body).filter(
    (name) => !(isUpdate && doesChangeByItself(record.shape[name] as z.ZodType)),
  );
}

/** The fields of a record that a body does not take. */
export const fieldsBeside = (record: z.ZodObject, body: z.ZodObject): string[] =>
  Object.keys(record.shape).filter((name) => !(name in body.shape));

/** The error of a field that cannot be written. */
export const READ_ONLY = {
  code: 'read_only_parameter',
  message: 'cannot be written',
} as const satisfies Pick<ErrorDetail, 'code' | 'message'>;

/** Whether it retrieves a single resource, which has an `ETag`. */
export function supportsConditionalGet({ route, response }: Pick<Operation, 'route' | 'response'>): boolean {
  return route.startsWith('GET ') && !isPage(response) && !('kind' in response);
}

export function isEventStream(response: ResponseSpec): response is EventStreamOf {
  return 'kind' in response && response.kind === 'event_stream';
}

export function isWithMeta(response: ResponseSpec): response is WithMeta {
  return 'kind' in response && response.kind === 'with_meta';
}

export function splitRoute(route: Route): { method: Method; path: string } {
  const space = route.indexOf(' ');
  return { method: route.slice(0, space) as Method, path: route.slice(space + 1) };
}

/** Whether an operation changes what both modes share: users, teams and inboxes. Credentials of test mode may not. */
export const isLiveOnly = ({ id, scope }: Pick<Operation, 'id' | 'scope'>): boolean =>
  scope === 'users:write' || id === 'user.update_availability';
