import { Resolver } from 'node:dns/promises';
import { withTimeout } from '@parley/runtime/async';
import type { DnsResolver } from './authenticate.ts';
import { LookUpTimeouts } from './look-up-timeouts.ts';

/** The most that the library waits, for each of its servers; look-ups wait for less. */
const RESOLVER_TIMEOUT_MS = 2_000;
/** Codes for a server that says nothing. */
const SILENCE: ReadonlySet<string> = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED']);
/** Codes for a name, or a type of record, that there is not. */
const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** Look-ups for mails, each for a time that depends on what was answered before. */
export class LookUps {
  readonly #timeouts = new LookUpTimeouts();

  constructor(
    private readonly resolver: Pick<Resolver, 'resolve'> = new Resolver({
      timeout: RESOLVER_TIMEOUT_MS,
      tries: 1,
    }),
  ) {}

  /** The look-ups of one mail of a mailbox. They end with `ETIMEOUT` when their time is over. */
  ofMail(mailboxId: string): DnsResolver {
    const begun = Date.now();
    return async (name, type) => {
      const start = Date.now();
      const { eachMs, allMs } = this.#timeouts.of(mailboxId, start);
      const leftMs = begun + allMs - start;
      if (leftMs <= 0) throw tookTooLong();
      try {
        const found = this.resolver.resolve(name, type) as ReturnType<DnsResolver>;
        const answer = await withTimeout(found, Math.min(eachMs, leftMs), () => {
          throw tookTooLong();
        });
        this.#timeouts.noteAnswer();
        return answer;
      } catch (error) {
        this.#note(mailboxId, start, (error as NodeJS.ErrnoException).code ?? '');
        throw error;
      }
    };
  }

  #note(mailboxId: string, start: number, code: string): void {
    if (SILENCE.has(code)) this.#timeouts.noteSilence();
    else this.#timeouts.noteAnswer();
    const now = Date.now();
    if (!NOTHING.has(code)) this.#timeouts.noteWait(mailboxId, now - start, now);
  }
}

const tookTooLong = () => Object.assign(new Error('The look-up took too long'), { code: 'ETIMEOUT' });
