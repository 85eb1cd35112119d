import { Injectable } from '@nestjs/common';
import { getNoticeState } from '@parley/contracts';
import { Rpc } from '@parley/rpc';
import { SingleFlight } from '@parley/runtime/async';
import { systemContext } from '@parley/runtime/context';

/** How long an answer of the mail service is taken for the present one. */
const FRESH_MS = 15_000;
/** A page waits so long for the first answer. */
const TIMEOUT_MS = 2_000;

/** Whether the installation mails one-time links, as the mail service has said. */
export type NoticesAre = 'on' | 'off' | 'unknown';

@Injectable()
export class NoticeState {
  readonly #asking = new SingleFlight<void>();
  #last: NoticesAre = 'unknown';
  #askedAt = -Infinity;

  constructor(private readonly rpc: Rpc) {}

  /** What is known, without waiting; an answer that is old is replaced behind it. */
  get last(): NoticesAre {
    if (performance.now() - this.#askedAt > FRESH_MS) void this.#ask();
    return this.#last;
  }

  /** Waits for the mail service while nothing is known, and answers `unknown` if it cannot be reached. */
  async get(): Promise<NoticesAre> {
    if (this.last === 'unknown') await this.#ask();
    return this.#last;
  }

  #ask(): Promise<void> {
    return this.#asking.run('', async () => {
      try {
        const ctx = systemContext({ timeoutMs: TIMEOUT_MS });
        const { is_on: isOn } = await this.rpc.call(getNoticeState, ctx, {});
        this.#last = isOn ? 'on' : 'off';
        this.#askedAt = performance.now();
      } catch {
        // The last answer stays: an outage does not change settings. The next page asks again.
      }
    });
  }
}
