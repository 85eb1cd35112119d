import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { TokenStore } from '@parley/authentication';
import { ApiError } from '@parley/contracts';
import { InFlight } from '@parley/runtime/async';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { TokenRepository } from './token.repository.ts';

/** Pauses, in ms, between looks for a revocation in doubt: until PostgreSQL has certainly finished it or rolled it back. */
const LOOKS_AFTER_MS = [0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const RETRY_MS = 1_000;
/** Age of the revocations that are looked at: longer than all looks, and than their transaction may take. */
const WINDOW_MS = 10 * 60_000;

/** Revocations in doubt: neither their transaction nor the token store may be the only one that knows. */
@Injectable()
export class Revocations implements BeforeApplicationShutdown {
  readonly #looking = new InFlight();
  readonly #stopped = new AbortController();

  constructor(
    private readonly tokens: TokenRepository,
    private readonly tokenStore: TokenStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The result of a transaction that revokes tokens. If its commit is in doubt, the token store gets what the database has revoked. */
  async committed<T>(change: Promise<T>): Promise<T> {
    try {
      return await change;
    } catch (error) {
      // Commands and clients of OAuth get `service_unavailable` for an unknown outcome too.
      if (error instanceof ApiError && error.status === 503) void this.#looking.track(this.#look());
      throw error;
    }
  }

  /** The next start writes the latest revocations, as each connection to Redis does. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped.abort();
    await this.#looking.settled();
  }

  async #look(): Promise<void> {
    this.logger.warn({ event: 'token.revocation.in_doubt' }, 'Looking whether a revocation was committed');
    const since = new Date(Date.now() - WINDOW_MS);
    for (const delay of LOOKS_AFTER_MS) {
      await this.#wait(delay);
      while (!this.#stopped.signal.aborted && !(await this.#write(since))) await this.#wait(RETRY_MS);
    }
  }

  /** Returns whether database and token store were available. */
  async #write(since: Date): Promise<boolean> {
    try {
      await this.tokenStore.revoke(await this.tokens.revokedSince(since));
      return true;
    } catch (error) {
      this.logger.warn({ event: 'token.revocation.failed', err: error }, 'Cannot look for revocations yet');
      return false;
    }
  }

  #wait(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => undefined);
  }
}
