import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { WebhookConfig } from '../../webhook.config.ts';
import { attemptsInFlight } from './delivery-metrics.ts';

/** A longer attempt marks its endpoint as slow before it has ended. */
const STALLED_AFTER_MS = 2_000;
/** Test calls of one tenant at a time. */
const TESTS_PER_TENANT = 8;
/** Test calls of all tenants hold at most this part of the slow pool. */
const TEST_SHARE = 1 / 2;
/** The last part of each pool, which only workspaces with few attempts in flight may use. */
const RESERVED_SHARE = 1 / 8;

/** Limits the attempts of this process in two pools, so that slow endpoints, stalled attempts and tests delay no others. */
@Injectable()
export class ConcurrencyLimiter {
  readonly #running = new Set<{ webhookId: string; isSlow: boolean; startedAt: number }>();
  readonly #tests = new Map<string, number>();
  readonly #fastLimit: number;
  readonly #slowLimit: number;

  /** A quarter of the limit is reserved for slow endpoints. */
  constructor(@Inject(WebhookConfig) config: Pick<WebhookConfig, 'WEBHOOK_CONCURRENCY'>) {
    this.#slowLimit = Math.ceil(config.WEBHOOK_CONCURRENCY / 4);
    this.#fastLimit = config.WEBHOOK_CONCURRENCY - this.#slowLimit;
  }

  /** Starts an attempt; the returned function ends it. */
  acquire(webhookId: string, isSlow: boolean): () => void {
    const attempt = { webhookId, isSlow, startedAt: performance.now() };
    const pool = { pool: isSlow ? 'slow' : 'fast' } as const;
    this.#running.add(attempt);
    attemptsInFlight.inc(pool);
    return () => {
      if (this.#running.delete(attempt)) attemptsInFlight.dec(pool);
    };
  }

  /** {@link acquire} for a test call. Throws `rate_limit_exceeded` for its tenant, `service_unavailable` for all together. */
  acquireTest(webhookId: string, tenant: string): () => void {
    const ofTenant = this.#tests.get(tenant) ?? 0;
    if (ofTenant >= TESTS_PER_TENANT)
      throw new ApiError('rate_limit_exceeded', {
        message: `At most ${TESTS_PER_TENANT} test events can be in progress at a time.`,
        retryAfter: 1,
      });
    const running = [...this.#tests.values()].reduce((sum, count) => sum + count, 0);
    if (running >= Math.ceil(this.#slowLimit * TEST_SHARE)) throw new ApiError('service_unavailable');
    this.#tests.set(tenant, ofTenant + 1);
    const release = this.acquire(webhookId, true);
    return () => {
      release();
      const left = (this.#tests.get(tenant) ?? 1) - 1;
      if (left === 0) this.#tests.delete(tenant);
      else this.#tests.set(tenant, left);
    };
  }

  /** Places of the fast and the slow pool that are kept for workspaces with few attempts in flight. */
  get reserved() {
    return {
      fast: Math.floor(this.#fastLimit * RESERVED_SHARE),
      slow: Math.floor(this.#slowLimit * RESERVED_SHARE),
    };
  }

  /** Free places in both pools, and the subscriptions with an attempt that is stalled right now. */
  get available() {
    const stalledSince = performance.now() - STALLED_AFTER_MS;
    const running = [...this.#running];
    const stalled = running.filter(({ startedAt }) => startedAt <= stalledSince);
    const slow = running.filter(({ isSlow, startedAt }) => isSlow || startedAt <= stalledSince).length;
    return {
      fast: Math.max(this.#fastLimit - (running.length - slow), 0),
      slow: Math.max(this.#slowLimit - slow, 0),
      stalled: [...new Set(stalled.map(({ webhookId }) => webhookId))],
    };
  }
}
