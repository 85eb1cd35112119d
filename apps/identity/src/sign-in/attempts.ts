import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { addressSubject } from '@parley/admission';
import { Database } from '@parley/persistence';
import { IdentityConfig } from '../identity.config.ts';
import { Turns } from '../users/turns.ts';
import * as queries from './attempts.queries.ts';

const PAIR_MS = 15 * 60_000;
const ADDRESS_MS = 24 * 3_600_000;
const ACCOUNT_MS = 3_600_000;
/** Failures for one account from anywhere, beyond which each try waits a little longer, up to two seconds. */
const CALM = 20;
const STEP_MS = 100;
const DELAY_MAX_MS = 2_000;
/** Tries of one pair that wait for their turn; more are refused. */
const WAITING_MAX = 100;

/** One try to sign in that was counted. */
export interface Attempt {
  /** The password was right: what came before does not count any more. */
  succeeded(): Promise<void>;
  /** Nobody has looked at the password: the attempt does not count. */
  takeBack(): Promise<void>;
}

export interface Refused {
  /** Whole seconds until a try can succeed. */
  retryAfter: number;
}

/**
 * Brute force (reference: auth.md section 2.8): from one address, 10 wrong passwords for one account, or 100 in a day,
 * are all. An account is never locked for its user elsewhere, only slowed down: whoever knows an e-mail address could
 * lock people out. Counted alike for accounts that do not exist.
 */
@Injectable()
export class Attempts {
  readonly #lanes = new Map<string, { turns: Turns; users: number }>();

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
  ) {}

  /**
   * Lets tries for one account from one address come one after the other: each is judged before the next one counts, so
   * that right passwords which come together are not taken for failures. Of other processes there is one at a time more.
   */
  async inTurn<T>(account: string, address: string, work: () => Promise<T>): Promise<T> {
    const name = JSON.stringify([account, addressSubject(address)]);
    const lane = this.#lanes.get(name) ?? { turns: new Turns(1, WAITING_MAX), users: 0 };
    this.#lanes.set(name, lane);
    lane.users += 1;
    try {
      return await lane.turns.take(work);
    } finally {
      lane.users -= 1;
      if (lane.users === 0) this.#lanes.delete(name);
    }
  }

  /** @param account what tells the account, whether it exists or not. */
  async begin(account: string, address: string): Promise<Attempt | Refused> {
    const from = addressSubject(address);
    const pair = subjectOf('pair', account, from);
    const perPair = await this.#count(pair, PAIR_MS, this.config.LOGIN_FAILURES_PER_ACCOUNT);
    // What is refused for its account does not use up what others behind this address may do.
    if (perPair.refused !== null) return perPair.refused;
    const all = subjectOf('address', from);
    const perAddress = await this.#count(all, ADDRESS_MS, this.config.LOGIN_FAILURES_PER_ADDRESS);
    if (perAddress.refused !== null) {
      await this.db.system(queries.takeBackAttempt, [[pair]]);
      return perAddress.refused;
    }
    const everywhere = subjectOf('account', account);
    const { failures } = await this.#count(everywhere, ACCOUNT_MS, Number.MAX_SAFE_INTEGER);
    if (failures > CALM) await wait(Math.min(DELAY_MAX_MS, (failures - CALM) * STEP_MS));
    return {
      succeeded: async () => {
        await this.db.system(queries.forgetAttempts, [pair]);
        await this.db.system(queries.takeBackAttempt, [[all, everywhere]]);
      },
      takeBack: async () => {
        await this.db.system(queries.takeBackAttempt, [[pair, all, everywhere]]);
      },
    };
  }

  async #count(
    subject: Buffer,
    forMs: number,
    max: number,
  ): Promise<{ failures: number; refused: Refused | null }> {
    const now = Date.now();
    const [row] = await this.db.system(queries.countAttempt, [
      subject,
      new Date(now + forMs),
      new Date(now),
      Math.min(max, 2_147_483_647),
    ]);
    if (row !== undefined) return { failures: row.failures, refused: null };
    const [end] = await this.db.system(queries.findEnd, [subject]);
    const leftMs = (end?.ends_at.getTime() ?? now) - now;
    return { failures: max, refused: { retryAfter: Math.max(1, Math.ceil(leftMs / 1000)) } };
  }
}

/** A hash, because the table shall not tell who has an account, nor addresses. */
function subjectOf(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
