import type { z } from 'zod';
import type { ErrorCode } from './error.ts';
import type { Page, PageOf } from './page.ts';
import type { Scope, ScopeRequirement } from './scope.ts';

/** The services behind the gateway; each owns a schema, a role and the handlers of its operations. */
export const SERVICES = ['identity', 'contact', 'conversation', 'ticket', 'file', 'webhook'] as const;
export type ServiceName = (typeof SERVICES)[number];

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

/** The response of an operation with status 204. */
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

/** A resource (`{data: …}`), a page of them, a response with its own `meta`, or no content. */
export type ResponseSpec = z.ZodType | PageOf<z.ZodType> | WithMeta | NoContent;

/** Announced in the headers `Deprecation` and `Sunset` and in the API document. */
export interface Deprecation {
  /** Date since which the operation is deprecated, such as `2026-11-21`. */
  readonly since: string;
  /** Expected date of removal. */
  readonly sunset?: string;
  /** Id of the replacement. */
  readonly instead?: `${string}.${string}`;
}

export interface OperationSpec<
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends ResponseSpec = ResponseSpec,
> {
  /** `resource.verb`; the API document derives its names from it (`ticket.create` becomes `createTicket`). */
  readonly id: `${string}.${string}`;
  /** `gateway`: the gateway combines the results of several services. */
  readonly service: ServiceName | 'gateway';
  readonly route: Route;
  readonly status: 200 | 201 | 204;
  readonly scope: ScopeRequirement;
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
  /** Error codes beyond those derived from the rest of the definition. */
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
 * Defines an operation of the REST API. The gateway route, scope check, validation, handler types, client types and the
 * API document all derive from it.
 */
export function defineOperation<
  R extends ResponseSpec,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(spec: OperationSpec<P, Q, B, R>): Operation<P, Q, B, R> {
  return { kind: 'operation', ...spec };
}

/** A call between services, without a route. */
export interface InternalCall<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  ForTenant extends boolean = boolean,
> {
  readonly kind: 'call';
  /** Whether the caller's context must have a tenant. */
  readonly forTenant: ForTenant;
  readonly id: `${string}.${string}`;
  /** `each`: every service handles it, and `input.service` selects one. */
  readonly service: ServiceName | 'each';
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  /** Name of an operator command on the command line (`noun:verb`). Its options derive from `input`. */
  readonly command?: `${string}:${string}`;
  /** The script that runs this command as one of its steps. */
  readonly partOf?: string;
}

type CallSpec<I extends z.ZodType, O extends z.ZodType> = Omit<
  InternalCall<I, O>,
  'kind' | 'forTenant' | 'command' | 'partOf'
>;

/** Defines a call between services without a tenant. */
export function defineCall<I extends z.ZodType, O extends z.ZodType>(
  spec: CallSpec<I, O>,
): InternalCall<I, O, false> {
  return { kind: 'call', forTenant: false, ...spec };
}

/** Defines a call between services on the data of the caller's tenant. */
export function defineTenantCall<I extends z.ZodType, O extends z.ZodType>(
  spec: CallSpec<I, O>,
): InternalCall<I, O, true> {
  return { kind: 'call', forTenant: true, ...spec };
}

/** Defines an operator command (`npm run -s workspace:create -- --name Acme`). */
export function defineCommand<I extends z.ZodType, O extends z.ZodType>(
  spec: CallSpec<I, O> & Pick<Required<InternalCall>, 'command'> & Pick<InternalCall, 'partOf'>,
): InternalCall<I, O, false> {
  return { kind: 'call', forTenant: false, ...spec };
}

/** Anything with a handler. */
export type Procedure = Operation | InternalCall;

export function serviceFor(procedure: Procedure, input: unknown): ServiceName {
  const { service } = procedure;
  if (service === 'gateway') throw new Error(`${procedure.id} is handled by the gateway itself`);
  return service === 'each' ? (input as { service: ServiceName }).service : service;
}

type Part<Name extends string, S, Direction extends 'input' | 'output'> = S extends z.ZodType
  ? { [K in Name]: Direction extends 'input' ? z.input<S> : z.output<S> }
  : unknown;

/** The input of a procedure before parsing. */
export type Input<O> =
  O extends Operation<infer P, infer Q, infer B>
    ? Part<'params', P, 'input'> & Part<'query', Q, 'input'> & Part<'body', B, 'input'>
    : O extends InternalCall<infer I>
      ? z.input<I>
      : never;

/** The input after parsing, as the handler gets it. */
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

/** What a handler returns. */
export type Result<O> =
  O extends Operation<z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined, infer R>
    ? ResultOfResponse<R>
    : O extends InternalCall<z.ZodType, infer Out>
      ? z.output<Out>
      : never;

export function isPage(response: ResponseSpec): response is PageOf<z.ZodType> {
  return 'kind' in response && response.kind === 'page';
}

export function supportsIdempotencyKey({ route }: Pick<OperationSpec, 'route'>): boolean {
  const { method } = splitRoute(route);
  return method === 'POST' || method === 'PATCH';
}

export function supportsIfMatch({ route }: Pick<OperationSpec, 'route'>): boolean {
  return route.startsWith('PATCH ') || route.startsWith('DELETE ');
}

/** Whether it retrieves a single resource, which has an `ETag`. */
export function supportsConditionalGet({
  route,
  response,
}: Pick<OperationSpec, 'route' | 'response'>): boolean {
  return route.startsWith('GET ') && !isPage(response) && !('kind' in response);
}

export function isWithMeta(response: ResponseSpec): response is WithMeta {
  return 'kind' in response && response.kind === 'with_meta';
}

export function splitRoute(route: Route): { method: Method; path: string } {
  const space = route.indexOf(' ');
  return { method: route.slice(0, space) as Method, path: route.slice(space + 1) };
}
