import { z } from 'zod';
import { noContent, type NoContent, type ParsedInput, type Result, type WithMeta } from '../operation.ts';
import type { Input, Operation, Route } from '../operation.ts';
import type { Role } from '../scope.ts';

/** Path below {auth_url} with which every console operation begins. */
export const CONSOLE_API_PATH = '/console/api';

/** The header of every console operation that is no GET; its value is `csrf_token` of `session.get`. */
export const CSRF_HEADER = 'x-csrf-token';

type Part = z.ZodType | undefined;
/** A resource (`{data: …}`), a response with its own `meta` (`{data: …, meta: …}`), or no content. */
export type ConsoleResponse = z.ZodType | WithMeta | NoContent;

/** An operation of the account console, for the session of the sign-in pages and the present role of its user. */
export interface ConsoleOperation<
  P extends Part = Part,
  Q extends Part = Part,
  B extends Part = Part,
  R extends ConsoleResponse = ConsoleResponse,
  Id extends string = string,
> {
  readonly kind: 'console';
  /** `resource.verb`, unique among console operations. */
  readonly id: Id;
  /** Route below {auth_url}/console/api. */
  readonly route: Route;
  readonly status: 200 | 201 | 204;
  readonly roles: readonly Role[] | 'all';
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly response: R;
}

/** A field of updates: what a form began with is not overwritten if somebody else has changed it since. */
export const ReadVersion = z
  .string()
  .max(100)
  .optional()
  .describe('Version that was read; 412 if the record has another one by now');

/** Defines an operation that identity serves below {auth_url}/console/api, with status 200, or 204 without content, by default. */
export function defineConsoleOperation<
  const Id extends `${string}.${string}`,
  R extends ConsoleResponse,
  P extends Part = undefined,
  Q extends Part = undefined,
  B extends Part = undefined,
>(
  spec: Omit<ConsoleOperation<P, Q, B, R, Id>, 'kind' | 'status'> & Partial<Pick<ConsoleOperation, 'status'>>,
): ConsoleOperation<P, Q, B, R, Id> {
  return { kind: 'console', status: spec.response === noContent ? 204 : 200, ...spec };
}

/** The same shape as an operation of the public API, whose types derive from it. */
type AsOperation<O> =
  O extends ConsoleOperation<infer P, infer Q, infer B, infer R> ? Operation<P, Q, B, R> : never;

/** The input of a console operation before parsing: `params`, `query` and `body`, as far as it has them. */
export type ConsoleInput<O> = Input<AsOperation<O>>;
/** The input after parsing, as the handler gets it. */
export type ParsedConsoleInput<O> = ParsedInput<AsOperation<O>>;
export type ConsoleResult<O> = Result<AsOperation<O>>;

/** The body of a successful response. */
export type ConsoleBody<O> =
  O extends ConsoleOperation<Part, Part, Part, infer R>
    ? R extends WithMeta<infer Data, infer Meta>
      ? { data: z.output<Data>; meta: z.output<Meta> }
      : R extends z.ZodType
        ? { data: z.output<R> }
        : undefined
    : never;
