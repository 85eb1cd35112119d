import { Inject, Injectable } from '@nestjs/common';
import { serviceFor, type Operation, type Procedure, type Result, type Input } from '@parley/contracts';
import type { ContextOf, HandlerResult, TenantContext } from '@parley/kernel';
import { RpcTransport } from './transport.ts';

/** Calls procedures of other services. */
@Injectable()
export class Rpc {
  constructor(@Inject(RpcTransport) private readonly transport: RpcTransport) {}

  /**
   * The answer of the procedure; throws `ApiError`. The caller's idempotency key and preconditions are about its own
   * request, so they do not travel along.
   */
  async call<O extends Procedure>(procedure: O, ctx: ContextOf<O>, input: Input<O>): Promise<Result<O>> {
    const { idempotency: _, ifMatch: _ifMatch, ...rest } = ctx as TenantContext;
    const reply = await this.transport.call(serviceFor(procedure, input), procedure.id, rest, input);
    return reply.value as Result<O>;
  }

  /** For the gateway: sends input that is already known to be valid, and tells a replay from a first answer. */
  forward(operation: Operation, ctx: TenantContext, input: unknown): Promise<HandlerResult> {
    return this.transport.call(serviceFor(operation, input), operation.id, ctx, input);
  }
}
