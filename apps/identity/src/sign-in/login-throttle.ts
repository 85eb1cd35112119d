import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { addressSubject } from '@parley/admission';
import { Semaphore } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { IdentityConfig } from '../identity.config.ts';
import { sha256 } from '../sha256.ts';
import * as queries from './login-throttle.queries.ts';

const PAIR_MS = 15 * 60_000;
const ADDRESS_MS = 24 * 3_600_000;
const ACCOUNT_MS = 3_600_000;
/** Each failure for one account beyond these, from any address, delays the next sign-in by another step. */
const UNDELAYED_FAILURES = 20;
const STEP_MS = 100;
const DELAY_MAX_MS = 2_000;
const QUEUE_MAX = 100;
/** The largest integer of the column: no limit. */
const FAILURES_MAX = 2_147_483_647;

/** A sign-in that was counted as a failure until its outcome is known. */
export interface CountedSignIn {
  /** The password was right: resets the failures of this account from this address. */
  succeeded(): Promise<void>;
  /** The password could not be verified: the sign-in does not count. */
  cancel(): Promise<void>;
}

export interface Throttled {
  /** Whole seconds until a sign-in can succeed. */
  retryAfter: number;
}

/**
 * Limits password guessing (reference: auth.md section 2.8): per address, 10 failures for one account and 100 in a day.
 * An account is never locked for other addresses, only delayed, so that nobody can lock users out. Accounts that do not
 * exist count the same.
 */
@Injectable()
export class LoginThrottle {
  readonly #queues = new Map<string, { semaphore: Semaphore; users: number }>();

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
  ) {}

  /**
   * Runs the sign-ins to one account from one address one after the other. Each has its outcome before the next one is
   * counted, so concurrent sign-ins with the right password are not taken for failures.
   */
  async runInOrder<T>(account: string, address: string, work: () => Promise<T>): Promise<T> {
    const key = JSON.stringify([account, addressSubject(address)]);
    const queue = this.#queues.get(key) ?? { semaphore: new Semaphore(1, QUEUE_MAX), users: 0 };
    this.#queues.set(key, queue);
    queue.users += 1;
    try {
      return await queue.semaphore.run(work);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) this.#queues.delete(key);
    }
  }

  /** @param account a text that identifies the account, which need not exist. */
  async count(account: string, address: string): Promise<CountedSignIn | Throttled> {
    const from = addressSubject(address);
    const pair = subjectOf('pair', account, from);
    const perPair = await this.#count(pair, PAIR_MS, this.config.LOGIN_FAILURES_PER_ACCOUNT);
    // A sign-in that is refused for its account leaves the limit of its address to others behind it.
    if (typeof perPair !== 'number') return perPair;
    const all = subjectOf('address', from);
    const perAddress = await this.#count(all, ADDRESS_MS, this.config.LOGIN_FAILURES_PER_ADDRESS);
    if (typeof perAddress !== 'number') {
      await this.db.system(queries.uncountFailure, [[pair]]);
      return perAddress;
    }
    const anywhere = subjectOf('account', account);
    const failures = await this.#count(anywhere, ACCOUNT_MS, FAILURES_MAX);
    if (typeof failures !== 'number') return failures;
    const delayed = failures - UNDELAYED_FAILURES;
    if (delayed > 0) await wait(Math.min(DELAY_MAX_MS, delayed * STEP_MS));
    return {
      succeeded: async () => {
        await this.db.system(queries.resetFailures, [pair]);
        await this.db.system(queries.uncountFailure, [[all, anywhere]]);
      },
      cancel: async () => {
        await this.db.system(queries.uncountFailure, [[pair, all, anywhere]]);
      },
    };
  }

  async #count(subject: Buffer, forMs: number, max: number): Promise<number | Throttled> {
    const now = Date.now();
    const values = [subject, new Date(now + forMs), new Date(now), max];
    const [row] = await this.db.system(queries.countFailure, values);
    if (row !== undefined) return row.failures;
    const [end] = await this.db.system(queries.findEnd, [subject]);
    const leftMs = (end?.ends_at.getTime() ?? now) - now;
    return { retryAfter: Math.max(1, Math.ceil(leftMs / 1000)) };
  }
}

/** A hash, so that the table reveals neither accounts nor addresses. */
function subjectOf(...parts: readonly string[]): Buffer {
  return sha256(JSON.stringify(parts));
}
