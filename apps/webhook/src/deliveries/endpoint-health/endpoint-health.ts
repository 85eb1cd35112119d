import { Inject, Injectable } from '@nestjs/common';
import { contextOfRow } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Database } from '@parley/persistence';
import { WebhookConfig } from '../../webhook.config.ts';
import { findWebhookForUpdate } from '../../webhooks/webhooks.queries.ts';
import { Cancellations } from '../queue/cancellations.ts';
import type { StoredResult } from '../queue/deliveries.queries.ts';
import { circuitTrips } from '../attempts/delivery-metrics.ts';
import { isStillFailing, updateHealth, type HealthChange } from './endpoint-health.queries.ts';
import {
  changesHealth,
  isSlow,
  movingAverageMs,
  shouldDisable,
  summarizeAttempts,
  type CompletedAttempt,
} from './endpoint-health.rules.ts';

/** Response times are kept for this many endpoints, least recently used first out. */
const RESPONSE_TIMES_MAX = 10_000;

interface EndpointAttempts {
  readonly before: StoredResult;
  readonly completed: [CompletedAttempt, ...CompletedAttempt[]];
}

/** Tracks slow and failing endpoints, trips their circuit breakers and disables their subscriptions. */
@Injectable()
export class EndpointHealth {
  readonly #responseTimes = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly config: WebhookConfig,
    private readonly cancellations: Cancellations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Updates health after results were stored. Never throws: the next attempts detect again what is lost. */
  async record(completed: readonly CompletedAttempt[], stored: readonly StoredResult[]): Promise<void> {
    try {
      const endpoints = groupByEndpoint(completed, stored);
      for (const endpoint of endpoints)
        if (endpoint.completed.some(({ decision }) => decision.kind === 'gone'))
          await this.#disable(endpoint, 'gone');
      await this.#update(endpoints);
    } catch (error) {
      this.logger.warn(
        { event: 'webhook.endpoint_health.update_failed', err: error },
        'Cannot update the health of endpoints',
      );
    }
  }

  async #update(endpoints: readonly EndpointAttempts[]): Promise<void> {
    const changes = endpoints.flatMap((endpoint) => this.#changeOf(endpoint) ?? []);
    if (changes.length === 0) return;
    const states = await this.db.system(updateHealth, [JSON.stringify(changes)]);
    circuitTrips.inc(states.filter((state) => state.has_tripped).length);
    const failing = new Set(
      states.filter((state) => shouldDisable(state, this.config.WEBHOOK_DISABLE_AFTER)).map(({ id }) => id),
    );
    for (const endpoint of endpoints)
      if (failing.has(endpoint.before.webhook_id)) await this.#disable(endpoint, 'failing');
  }

  #changeOf({ before, completed }: EndpointAttempts): HealthChange | null {
    const summary = summarizeAttempts(completed);
    const isSlowNow = this.#isSlow(before, completed);
    if (isSlowNow === before.is_slow && !changesHealth(summary, before)) return null;
    return { id: before.webhook_id, url: completed[0].delivery.url, ...summary, is_slow: isSlowNow };
  }

  #isSlow({ webhook_id: id, is_slow: wasSlow }: StoredResult, completed: readonly CompletedAttempt[]) {
    let averageMs = this.#responseTimes.get(id);
    for (const { attempt } of completed) averageMs = movingAverageMs(averageMs, attempt.durationMs);
    if (averageMs === undefined) return wasSlow;
    // Reinsertion keeps the map in order of last use.
    this.#responseTimes.delete(id);
    this.#responseTimes.set(id, averageMs);
    const [oldest] = this.#responseTimes.keys();
    if (this.#responseTimes.size > RESPONSE_TIMES_MAX && oldest !== undefined)
      this.#responseTimes.delete(oldest);
    return isSlow(averageMs, wasSlow);
  }

  /** `gone`: the receiver answered 410. `failing`: no delivery succeeded for `WEBHOOK_DISABLE_AFTER`. */
  async #disable({ completed: [{ delivery }] }: EndpointAttempts, reason: 'gone' | 'failing'): Promise<void> {
    const ctx = contextOfRow(delivery);
    await this.db.transaction(ctx, async (tx) => {
      const row = await tx.one(findWebhookForUpdate, [delivery.webhook_id]);
      // Attempts at a previous URL say nothing about the current one.
      if (row === undefined || row.status === 'disabled' || row.url !== delivery.url) return;
      // A delivery may have succeeded since.
      const afterMs = this.config.WEBHOOK_DISABLE_AFTER;
      if (reason === 'failing' && (await tx.one(isStillFailing, [row.id, afterMs])) === undefined) return;
      await this.cancellations.disable(tx, row, reason);
    });
    this.#responseTimes.delete(delivery.webhook_id);
  }
}

/** Results without a stored row came after their lease, when another process had taken over: they are ignored. */
function groupByEndpoint(completed: readonly CompletedAttempt[], stored: readonly StoredResult[]) {
  const storedById = new Map(stored.map((row) => [row.id, row]));
  const groups = new Map<string, EndpointAttempts>();
  for (const one of completed) {
    const before = storedById.get(one.delivery.id);
    if (before === undefined) continue;
    const group = groups.get(before.webhook_id);
    if (group === undefined) groups.set(before.webhook_id, { before, completed: [one] });
    else group.completed.push(one);
  }
  return [...groups.values()];
}
