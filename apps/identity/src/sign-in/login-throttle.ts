import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { addressSubject } from '@parley/authentication';
import { Semaphore } from '@parley/runtime/async';
import { Database } from '@parley/persistence';
import { IdentityConfig } from '../identity.config.ts';
import { sha256 } from '../sha256.ts';
import * as queries from './login-throttle.queries.ts';

const MINUTE_MS = 60_000;
/** The failures of an account from one address are forgotten this long after the last one. */
const PAIR_MS = 30 * MINUTE_MS;
/** How long the first failure over the limit blocks an account for its address; doubles with each further one. */
const BLOCK_MS = 15_000;
const BLOCK_MAX_MS = 15 * MINUTE_MS;
/** Windows in which the failures of an address, and those of an account from anywhere, are counted. */
const WINDOW_MS = 15 * MINUTE_MS;
/** Each failure for one account beyond these, from any address, delays the next sign-in by another step. */
const UNDELAYED_FAILURES = 20;
const STEP_MS = 100;
/** The same for each failure of an address over its limit. */
const ADDRESS_STEP_MS = 20;
const DELAY_MAX_MS = 2_000;
const QUEUE_MAX = 100;
/** Sign-ins of one address over its limit that wait for each other; more are refused for the time that these take. */
const DELAYED_MAX = 10;

export interface SignInOrigin {
  address: string;
  /** Id of a browser in which this account has signed in before; `null` for any other. */
  trustedBrowser: string | null;
}

/** A sign-in that was counted as a failure until its outcome is known. */
export interface CountedSignIn {
  /** Whether the account is blocked for this origin from now on if the password is wrong. */
  blocks: boolean;
  /** The password was right: resets the failures of this account from this origin. */
  succeeded(): Promise<void>;
  /** The password could not be verified: the sign-in does not count. */
  cancel(): Promise<void>;
}

export interface Throttled {
  /** Whole seconds until a sign-in can succeed. */
  retryAfter: number;
}

/**
 * Limits password guessing. Each sign-in counts for its account and address, for the address, and for the account:
 * - an account is blocked for an address for 15 s after its 10th failure in a row, then twice as long each time, up to 15 min;
 * - an address with over 100 failures in 15 min is delayed, one sign-in after the other, since people may share it;
 * - an account is never blocked for other addresses, only delayed, so that nobody can lock users out.
 *
 * A browser in which the account has signed in before has a count of its own in place of all three (OWASP, Slow Down Online
 * Guessing Attacks with Device Cookies). Accounts that do not exist count the same. Each count costs a hash, which bounds them.
 *
 * An address that has accounts in several workspaces counts as one account, and each of them by itself too: a workspace can have any
 * address, and a right password in one of them says nothing about the next password for another.
 */
@Injectable()
export class LoginThrottle {
  readonly #queues = new KeyedSemaphores(QUEUE_MAX);
  readonly #delayed = new KeyedSemaphores(DELAYED_MAX);

  constructor(
    private readonly db: Database,
    private readonly config: IdentityConfig,
  ) {}

  /** Runs the sign-ins to one account from one origin in order: each has its outcome before the next one is counted. */
  runInOrder<T>(account: string, origin: SignInOrigin, work: () => Promise<T>): Promise<T> {
    const from = origin.trustedBrowser ?? addressSubject(origin.address);
    return this.#queues.run(JSON.stringify([account, from]), work);
  }

  /** @param account a text that identifies the account, which need not exist. */
  async count(account: string, origin: SignInOrigin): Promise<CountedSignIn | Throttled> {
    const { trustedBrowser } = origin;
    if (trustedBrowser !== null) {
      const own = subjectOf('browser', account, trustedBrowser);
      const failures = await this.#countOrBlock(own);
      return typeof failures === 'number' ? this.#counted(failures, own, []) : failures;
    }
    const from = addressSubject(origin.address);
    const pair = subjectOf('pair', account, from);
    const failures = await this.#countOrBlock(pair);
    // A sign-in that is refused for its account leaves the limit of its address to others behind it.
    if (typeof failures !== 'number') return failures;
    const address = subjectOf('address', from);
    const ofAddress = await this.#countInWindow(address);
    const retryAfter = await this.#delay(from, ofAddress - this.config.LOGIN_FAILURES_PER_ADDRESS);
    if (retryAfter !== null) {
      await this.db.system(queries.uncountFailure, [[pair, address]]);
      return { retryAfter };
    }
    const anywhere = subjectOf('account', account);
    const over = (await this.#countInWindow(anywhere)) - UNDELAYED_FAILURES;
    if (over > 0) await wait(Math.min(DELAY_MAX_MS, over * STEP_MS));
    return this.#counted(failures, pair, [address, anywhere]);
  }

  /**
   * Counts for one of several accounts whose passwords a sign-in tries, in addition to {@link count}: who knows the password of one
   * may not guess those of the others. `null` while it is blocked for this origin, which the answer must not tell: the holder
   * of one account would learn whether there are others.
   */
  async countOneOfSeveral(account: string, origin: SignInOrigin): Promise<CountedSignIn | null> {
    const own = subjectOf('one of several', account, origin.trustedBrowser ?? addressSubject(origin.address));
    const failures = await this.#countOrBlock(own);
    return typeof failures === 'number' ? this.#counted(failures, own, []) : null;
  }

  #counted(failures: number, own: Buffer, others: readonly Buffer[]): CountedSignIn {
    return {
      blocks: failures >= this.config.LOGIN_FAILURES_PER_ACCOUNT,
      succeeded: async () => {
        await this.db.system(queries.resetFailures, [own]);
        if (others.length > 0) await this.db.system(queries.uncountFailure, [others]);
      },
      cancel: async () => {
        await this.db.system(queries.uncountFailure, [[own, ...others]]);
      },
    };
  }

  async #countOrBlock(subject: Buffer): Promise<number | Throttled> {
    const now = new Date();
    const limit = this.config.LOGIN_FAILURES_PER_ACCOUNT;
    const values = [subject, PAIR_MS, now, limit, BLOCK_MS, BLOCK_MAX_MS];
    const [row] = await this.db.system(queries.countOrBlock, values);
    if (row !== undefined) return row.failures;
    const [block] = await this.db.system(queries.findBlock, [subject]);
    const leftMs = (block?.blocked_until?.getTime() ?? 0) - now.getTime();
    return { retryAfter: Math.max(1, Math.ceil(leftMs / 1000)) };
  }

  async #countInWindow(subject: Buffer): Promise<number> {
    const now = Date.now();
    const values = [subject, new Date(now + WINDOW_MS), new Date(now)];
    return (await this.db.system(queries.countInWindow, values))[0]?.failures ?? 1;
  }

  /** Lets sign-ins of an address `over` its limit wait for each other. Returns the seconds to wait if too many of them do. */
  async #delay(address: string, over: number): Promise<number | null> {
    if (over <= 0) return null;
    const delayMs = Math.min(DELAY_MAX_MS, over * ADDRESS_STEP_MS);
    if (this.#delayed.isFull(address)) return Math.ceil((DELAYED_MAX * delayMs) / 1000);
    await this.#delayed.run(address, () => wait(delayMs));
    return null;
  }
}

/** Runs the work of one key in order, with a bounded queue per key. */
class KeyedSemaphores {
  readonly #queues = new Map<string, { semaphore: Semaphore; users: number }>();

  constructor(private readonly maxWaiting: number) {}

  isFull(key: string): boolean {
    return (this.#queues.get(key)?.users ?? 0) > this.maxWaiting;
  }

  /** Throws `service_unavailable` when too many are waiting. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { semaphore: new Semaphore(1, this.maxWaiting), users: 0 };
    this.#queues.set(key, queue);
    queue.users += 1;
    try {
      return await queue.semaphore.run(work);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) this.#queues.delete(key);
    }
  }
}

/** A hash, so that the table reveals neither accounts nor addresses. */
function subjectOf(...parts: readonly string[]): Buffer {
  return sha256(JSON.stringify(parts));
}
