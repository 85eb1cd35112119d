import { Injectable } from '@nestjs/common';
import { serviceFor, type Operation, type Procedure, type Result, type Input } from '@parley/contracts';
import { type Context, type TenantContext } from '@parley/runtime/context';
import { ProcedureCaller, type ContextOf, type HandlerResult } from '@parley/runtime/handlers';
import { SpanKind, tracing } from '@parley/runtime/tracing';
import { measuredCall } from './rpc-metrics.ts';
import { RpcTransport } from './transport.ts';

/** Typed calls to procedures of other services. */
@Injectable()
export class Rpc extends ProcedureCaller {
  constructor(private readonly transport: RpcTransport) {
    super();
  }

  /** Throws `ApiError`. Does not pass on the idempotency key and preconditions: they apply to the request of the caller. */
  override async call<O extends Procedure>(procedure: O, ctx: ContextOf<O>, input: Input<O>) {
    const { idempotency: _, ifMatch: _ifMatch, ...rest } = ctx as TenantContext;
    return (await this.#send(procedure, rest, input)).value as Result<O>;
  }

  /** Forwards validated input of the gateway, and returns whether the result is an idempotent replay. */
  forward(operation: Operation, ctx: TenantContext, input: unknown): Promise<HandlerResult> {
    return this.#send(operation, ctx, input);
  }

  #send(procedure: Procedure, ctx: Context, input: unknown): Promise<HandlerResult> {
    const service = serviceFor(procedure, input);
    const attributes = { 'rpc.service': service, 'rpc.method': procedure.id };
    return measuredCall(service, procedure.id, () =>
      tracing.run(`call ${procedure.id}`, ctx, { kind: SpanKind.CLIENT, attributes }, (inner) =>
        this.transport.call(service, procedure.id, inner, input),
      ),
    );
  }
}
