import { ApiError, findProcedure } from '@parley/contracts';
import { remaining, type Context } from '@parley/kernel';
import { toWire, type WireCall } from './wire.ts';

/** No answer was had, and none will come. */
export class LostCall extends Error {
  override readonly name = 'LostCall';
  /** @param sent whether the other side may have begun with it. */
  constructor(
    readonly sent: boolean,
    options?: ErrorOptions,
  ) {
    super(sent ? 'the call was sent, but not answered' : 'the call was not sent', options);
  }
}

/** setTimeout fires at once when asked for more. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** One call on its way, with all its attempts. */
export class OutgoingCall {
  /** Whether the other side may get it twice: it changes nothing, or does so once per idempotency key. */
  readonly repeatable: boolean;
  /** Set by the connection that waits for the reply: stops waiting. */
  forget: () => void = () => undefined;
  #expired = false;

  constructor(
    readonly procedureId: string,
    readonly ctx: Context,
    readonly input: unknown,
  ) {
    const procedure = findProcedure(procedureId);
    const reads = procedure?.kind === 'operation' && procedure.route.startsWith('GET ');
    this.repeatable = reads || ('idempotency' in ctx && ctx.idempotency !== undefined);
  }

  get expired(): boolean {
    return this.#expired;
  }

  packet(): WireCall {
    return toWire(this.procedureId, this.ctx, this.input);
  }

  /** The outcome of the work, or 503 when the deadline passes first. */
  async withinDeadline<T>(work: (call: this) => Promise<T>): Promise<T> {
    const left = remaining(this.ctx);
    if (left === 0) throw tooLate();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          this.#expired = true;
          this.forget();
          reject(tooLate());
        },
        Math.min(left, LONGEST_TIMER_MS),
      );
    });
    try {
      return await Promise.race([late, work(this)]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function tooLate(): ApiError {
  return new ApiError('service_unavailable', { message: 'The request took too long. Try again.' });
}
