import { ApiError, findProcedure, isRead, unknownPaths } from '@parley/contracts';
import { remaining, type Context } from '@parley/runtime/context';
import { beforeDeadline, deadlineExceeded } from '../deadline.ts';
import { parseInput } from '../input.ts';
import type { WireCall } from './wire.ts';

/** There is no reply to a call, and there will be none. */
export class NoReplyError extends Error {
  override readonly name = 'NoReplyError';
  /**
   * @param sent whether the service may have received the call, and not refused it.
   * @param unsupported whether the release of the instance cannot serve it.
   */
  constructor(
    readonly sent: boolean,
    options?: ErrorOptions,
    readonly unsupported = false,
  ) {
    super(sent ? 'the call was sent, but not answered' : 'the call was not sent', options);
  }
}

export class OutgoingCall {
  /** Whether a second attempt is safe: the call reads, or its idempotency key makes it take effect once. */
  readonly retryable: boolean;
  /** Whether a service may have received it, and not refused it. Set by the connection. */
  isSent = false;
  /** Set by the connection that waits for the reply. */
  onCancel: () => void = () => undefined;
  readonly #isWrite: boolean;
  #cancelled = false;
  #ignored: readonly string[] | undefined;

  constructor(
    readonly procedureId: string,
    readonly ctx: Context,
    readonly input: unknown,
  ) {
    const procedure = findProcedure(procedureId);
    const isOperation = procedure?.kind === 'operation';
    this.#isWrite = isOperation && !isRead(procedure);
    this.retryable =
      (isOperation && !this.#isWrite) || ('idempotency' in ctx && ctx.idempotency !== undefined);
  }

  get cancelled(): boolean {
    return this.#cancelled;
  }

  cancel(): void {
    this.#cancelled = true;
    this.onCancel();
  }

  /** @param isForeign whether the contract of the instance differs from ours. */
  packet(isForeign: boolean): WireCall {
    const { deadline: _, ...ctx } = this.ctx;
    const call = { procedure: this.procedureId, remaining: remaining(this.ctx), ctx, input: this.input };
    return isForeign ? { ...call, ignored: (this.#ignored ??= this.#unknownToUs()) } : call;
  }

  /** What a client sent in vain, with this release too. */
  #unknownToUs(): readonly string[] {
    const procedure = findProcedure(this.procedureId);
    const parsed = procedure && parseInput(procedure, this.input);
    return parsed?.success === true ? unknownPaths(this.input ?? {}, parsed.data, Infinity) : [];
  }

  /** The result of the attempts; at the deadline the call is cancelled and fails with 503. */
  async beforeDeadline<T>(attempt: () => Promise<T>): Promise<T> {
    if (remaining(this.ctx) === 0) throw deadlineExceeded();
    return beforeDeadline(this.ctx, attempt(), () => {
      this.cancel();
      return this.#mayHaveTakenEffect ? new ApiError('outcome_unknown') : deadlineExceeded();
    });
  }

  /** The error for a call that gets no reply. */
  noReply(cause: NoReplyError): ApiError {
    return new ApiError(this.#mayHaveTakenEffect ? 'outcome_unknown' : 'service_unavailable', { cause });
  }

  get #mayHaveTakenEffect(): boolean {
    return this.isSent && this.#isWrite;
  }
}
