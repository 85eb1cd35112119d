import { Inject, Injectable } from '@nestjs/common';
import { serviceFor, type Operation, type Procedure, type Result, type Input } from '@parley/contracts';
import type { ContextOf, HandlerResult, TenantContext } from '@parley/kernel';
import { measured } from './rpc-metrics.ts';
import { RpcTransport } from './transport.ts';

/** Typed calls to procedures of other services. */
@Injectable()
export class Rpc {
  constructor(@Inject(RpcTransport) private readonly transport: RpcTransport) {}

  /**
   * Throws `ApiError`. The idempotency key and preconditions of the context apply to the caller's own request, so they
   * are not passed on.
   */
  async call<O extends Procedure>(procedure: O, ctx: ContextOf<O>, input: Input<O>): Promise<Result<O>> {
    const { idempotency: _, ifMatch: _ifMatch, ...rest } = ctx as TenantContext;
    const reply = await measured('client', procedure.id, () =>
      this.transport.call(serviceFor(procedure, input), procedure.id, rest, input),
    );
    return reply.value as Result<O>;
  }

  /** For the gateway: forwards validated input, and returns whether the result is an idempotent replay. */
  forward(operation: Operation, ctx: TenantContext, input: unknown): Promise<HandlerResult> {
    return measured('client', operation.id, () =>
      this.transport.call(serviceFor(operation, input), operation.id, ctx, input),
    );
  }
}
