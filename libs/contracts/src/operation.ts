import type { z } from 'zod';
import type { ErrorCode } from './error.ts';
import type { Page, PageOf } from './page.ts';
import type { Scope, ScopeRequirement } from './scope.ts';

/** The services behind the gateway; each owns a schema, a role and the handlers of its operations. */
export const SERVICES = ['identity', 'contact', 'conversation', 'ticket', 'file', 'webhook'] as const;
export type ServiceName = (typeof SERVICES)[number];

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

/** Response of an operation that answers 204. */
export const noContent = { kind: 'no_content' } as const;
export type NoContent = typeof noContent;

/** Response `{data, meta}` of which the handler answers both. */
export interface WithMeta<Data extends z.ZodType = z.ZodType, Meta extends z.ZodType = z.ZodType> {
  readonly kind: 'with_meta';
  readonly data: Data;
  readonly meta: Meta;
}

/** A response with a `meta` of its own, which is not that of a page. */
export function withMeta<Data extends z.ZodType, Meta extends z.ZodType>(
  data: Data,
  meta: Meta,
): WithMeta<Data, Meta> {
  return { kind: 'with_meta', data, meta };
}

/** A resource (`{data: …}`), a page of them, something with a meta of its own, or nothing. */
export type ResponseSpec = z.ZodType | PageOf<z.ZodType> | WithMeta | NoContent;

/** That an operation goes: `Deprecation` and `Sunset` tell its callers, and so does the API document. */
export interface Deprecation {
  /** Date (`2026-11-21`, midnight UTC) since which there is something better. */
  readonly since: string;
  /** Date on which it is expected to end. */
  readonly sunset?: string;
  /** Id of the operation to use in its place. */
  readonly instead?: `${string}.${string}`;
}

export interface OperationSpec<
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends ResponseSpec = ResponseSpec,
> {
  /** `resource.verb`; the names in the API document derive from it: `ticket.create` is `createTicket` there. */
  readonly id: `${string}.${string}`;
  /** `gateway`: no service owns it, and the gateway puts its answer together from theirs. */
  readonly service: ServiceName | 'gateway';
  readonly route: Route;
  readonly status: 200 | 201 | 204;
  readonly scope: ScopeRequirement;
  /** A parameter of the query whose values need scopes of their own. Other values need none, and are no values of it. */
  readonly scopesBy?: { readonly param: string; readonly scopes: Readonly<Record<string, Scope>> };
  readonly summary: string;
  /** What the summary leaves open, for the API document; Markdown. */
  readonly description?: string;
  readonly deprecated?: Deprecation;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly response: R;
  /** Codes beyond those that follow from the rest of the definition. */
  readonly errors?: readonly ErrorCode[];
}

export interface Operation<
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends ResponseSpec = ResponseSpec,
> extends OperationSpec<P, Q, B, R> {
  readonly kind: 'operation';
}

/**
 * Defines one operation of the REST API. The gateway's route, scope check and validation, the types of its handler
 * and of its client all derive from this object; nothing about it is written anywhere else.
 */
export function defineOperation<
  R extends ResponseSpec,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(spec: OperationSpec<P, Q, B, R>): Operation<P, Q, B, R> {
  return { kind: 'operation', ...spec };
}

/** A call that services make of each other, with no route. */
export interface InternalCall<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  ForTenant extends boolean = boolean,
> {
  readonly kind: 'call';
  /** Whether it works on the data of a tenant, whom the caller's context then names. */
  readonly forTenant: ForTenant;
  readonly id: `${string}.${string}`;
  /** `each`: every service answers it for itself, and the input's `service` says which one is asked. */
  readonly service: ServiceName | 'each';
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  /** Set for an operator's command: its name on the command line, `noun:verb`. Options derive from `input`. */
  readonly command?: `${string}:${string}`;
  /** Set for a step of a larger command (`seed`), which the operator does not call by itself. */
  readonly partOf?: string;
}

type CallSpec<I extends z.ZodType, O extends z.ZodType> = Omit<
  InternalCall<I, O>,
  'kind' | 'forTenant' | 'command' | 'partOf'
>;

/** Defines a call that one service offers to the others, outside any tenant. */
export function defineCall<I extends z.ZodType, O extends z.ZodType>(
  spec: CallSpec<I, O>,
): InternalCall<I, O, false> {
  return { kind: 'call', forTenant: false, ...spec };
}

/** Defines a call on the data of the tenant whose request the caller works for. */
export function defineTenantCall<I extends z.ZodType, O extends z.ZodType>(
  spec: CallSpec<I, O>,
): InternalCall<I, O, true> {
  return { kind: 'call', forTenant: true, ...spec };
}

/** Defines a command of the operator (`npm run -s workspace:create -- --name Acme`). */
export function defineCommand<I extends z.ZodType, O extends z.ZodType>(
  spec: CallSpec<I, O> & Pick<Required<InternalCall>, 'command'> & Pick<InternalCall, 'partOf'>,
): InternalCall<I, O, false> {
  return { kind: 'call', forTenant: false, ...spec };
}

/** Anything with a handler. */
export type Procedure = Operation | InternalCall;

/** The service that is to answer this input. */
export function serviceFor(procedure: Procedure, input: unknown): ServiceName {
  const { service } = procedure;
  if (service === 'gateway') throw new Error(`${procedure.id} is answered by the gateway alone`);
  return service === 'each' ? (input as { service: ServiceName }).service : service;
}

type Part<Name extends string, S, Direction extends 'input' | 'output'> = S extends z.ZodType
  ? { [K in Name]: Direction extends 'input' ? z.input<S> : z.output<S> }
  : unknown;

/** What a caller sends: the parts that the operation declares, before parsing. */
export type Input<O> =
  O extends Operation<infer P, infer Q, infer B>
    ? Part<'params', P, 'input'> & Part<'query', Q, 'input'> & Part<'body', B, 'input'>
    : O extends InternalCall<infer I>
      ? z.input<I>
      : never;

/** What a handler receives: the same after validation. */
export type ParsedInput<O> =
  O extends Operation<infer P, infer Q, infer B>
    ? Part<'params', P, 'output'> & Part<'query', Q, 'output'> & Part<'body', B, 'output'>
    : O extends InternalCall<infer I>
      ? z.output<I>
      : never;

type ResultOfResponse<R> =
  R extends PageOf<infer Item>
    ? Page<z.output<Item>>
    : R extends WithMeta<infer Data, infer Meta>
      ? { data: z.output<Data>; meta: z.output<Meta> }
      : R extends z.ZodType
        ? z.output<R>
        : void;

/** What a handler answers and a caller gets. */
export type Result<O> =
  O extends Operation<z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined, infer R>
    ? ResultOfResponse<R>
    : O extends InternalCall<z.ZodType, infer Out>
      ? z.output<Out>
      : never;

/** Whether an operation answers a list. */
export function isPage(response: ResponseSpec): response is PageOf<z.ZodType> {
  return 'kind' in response && response.kind === 'page';
}

/** POST and PATCH take an `Idempotency-Key`. */
export function supportsIdempotencyKey({ route }: Pick<OperationSpec, 'route'>): boolean {
  const { method } = splitRoute(route);
  return method === 'POST' || method === 'PATCH';
}

/** Whether a change of one record can be made to depend on its version (`If-Match`). */
export function supportsIfMatch({ route }: Pick<OperationSpec, 'route'>): boolean {
  return route.startsWith('PATCH ') || route.startsWith('DELETE ');
}

/** Whether it reads one record, whose version is its `ETag`. */
export function supportsConditionalGet({
  route,
  response,
}: Pick<OperationSpec, 'route' | 'response'>): boolean {
  return route.startsWith('GET ') && !isPage(response) && !('kind' in response);
}

/** Whether an operation answers `data` and `meta` itself. */
export function isWithMeta(response: ResponseSpec): response is WithMeta {
  return 'kind' in response && response.kind === 'with_meta';
}

/** Method and path of a route; parameters are written `{ticket_id}`. */
export function splitRoute(route: Route): { method: Method; path: string } {
  const space = route.indexOf(' ');
  return { method: route.slice(0, space) as Method, path: route.slice(space + 1) };
}
