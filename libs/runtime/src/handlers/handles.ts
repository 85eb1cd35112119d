import 'reflect-metadata';
import type { Input, Operation, Procedure, ParsedInput, Result } from '@parley/contracts';
import type { Context, TenantContext } from '../context/context.ts';

const HANDLES = Symbol('parley:handles');

/** The context that a procedure needs: an operation always works for a tenant. */
export type ContextOf<O extends Procedure> = O extends Operation | { forTenant: true }
  ? TenantContext
  : Context;

/** The type of a handler: context first, then the validated input. */
export type Handler<O extends Procedure> = (ctx: ContextOf<O>, input: ParsedInput<O>) => Promise<Result<O>>;

/** Marks the handler of a procedure; another input or result does not compile (handles.type-spec.ts of libs/rpc). */
export function Handles<O extends Procedure>(procedure: O) {
  return <H extends Handler<O>>(
    _target: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    Reflect.defineMetadata(HANDLES, procedure, descriptor.value as object);
  };
}

/** The procedure that a method handles, if any. */
export function procedureHandledBy(method: object): Procedure | undefined {
  return Reflect.getMetadata(HANDLES, method) as Procedure | undefined;
}

/** The result of a handler, and whether it is a stored one (`Idempotent-Replayed`). */
export interface HandlerResult<T = unknown> {
  value: T;
  replayed: boolean;
  /** Row version of a single resource (`ETag`). */
  version?: string;
}

/** Wraps every handler of a service. */
export abstract class HandlerInterceptor {
  abstract intercept(
    procedure: Procedure,
    ctx: Context,
    next: () => Promise<unknown>,
  ): Promise<HandlerResult>;
}

/** Calls procedures of other services. libs/rpc provides it, libs/persistence calls it. */
export abstract class ProcedureCaller {
  /** Throws `ApiError`. */
  abstract call<O extends Procedure>(procedure: O, ctx: ContextOf<O>, input: Input<O>): Promise<Result<O>>;
}
