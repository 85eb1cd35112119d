import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { Batcher } from '@parley/runtime/async';
import { Database } from '@parley/persistence';
import { STATUS, storeResults, type StoredResult } from '../queue/deliveries.queries.ts';
import { countAttempt, deliveriesCompleted } from './delivery-metrics.ts';
import { EndpointHealth } from '../endpoint-health/endpoint-health.ts';
import type { CompletedAttempt } from '../endpoint-health/endpoint-health.rules.ts';
import type { Decision } from '../retries/retry.rules.ts';

/** Short database outages must not repeat deliveries. The sum must be less than `WEBHOOK_LEASE_GRACE`. */
const STORE_RETRY_DELAYS_MS = [100, 500, 1_000, 2_000, 4_000, 8_000];
/** After a 410 the endpoint is paused until its subscription is disabled; if the process dies first, it is retried. */
const GONE_PAUSE_MS = 30_000;

/** Stores the results of attempts: all that end at the same time in one statement. */
@Injectable()
export class AttemptResults {
  readonly #batcher = new Batcher<CompletedAttempt>((completed) => this.#store(completed));

  constructor(
    private readonly db: Database,
    private readonly health: EndpointHealth,
  ) {}

  /** Rejects if the result cannot be stored; the attempt is then repeated when its lease ends. */
  async store(completed: CompletedAttempt): Promise<void> {
    for (const delay of [...STORE_RETRY_DELAYS_MS, null]) {
      try {
        await this.#batcher.run(completed);
        return;
      } catch (error) {
        const isOutage = error instanceof ApiError && error.code === 'service_unavailable';
        if (delay === null || !isOutage) throw error;
        await sleep(delay);
      }
    }
  }

  async #store(completed: readonly CompletedAttempt[]): Promise<void> {
    const stored = await this.db.system(storeResults, [JSON.stringify(completed.map(toResultRow))]);
    updateMetrics(completed, stored);
    await this.health.record(completed, stored);
  }
}

function updateMetrics(completed: readonly CompletedAttempt[], stored: readonly StoredResult[]): void {
  const storedIds = new Set(stored.map(({ id }) => id));
  for (const { delivery, attempt, decision } of completed) {
    const first = { eventId: delivery.event_id, queuedAt: delivery.created_at };
    countAttempt(attempt, delivery.attempts_made === 0 ? first : null);
    if (decision.kind !== 'retry' && storedIds.has(delivery.id))
      deliveriesCompleted.inc({ outcome: decision.kind });
  }
}

function toResultRow({ delivery, attempt, decision }: CompletedAttempt) {
  const isFinal = decision.kind !== 'retry';
  return {
    id: delivery.id,
    workspace_id: delivery.workspace_id,
    webhook_id: delivery.webhook_id,
    event_id: delivery.event_id,
    day: delivery.day,
    lease_token: delivery.lease_token,
    trigger: delivery.trigger,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status_code: attempt.statusCode,
    error: attempt.error,
    response_snippet: attempt.responseSnippet,
    request_headers: attempt.requestHeaders,
    status: isFinal ? (decision.kind === 'delivered' ? STATUS.delivered : STATUS.failed) : STATUS.pending,
    wait_ms: isFinal ? null : decision.waitMs,
    // A pause does not apply after the subscription's URL has changed.
    url: delivery.url,
    pause_ms: pauseAfter(decision),
    attempts_used: isFinal ? delivery.attempts_used + 1 : decision.attemptsUsed,
  };
}

function pauseAfter(decision: Decision): number | null {
  if (decision.kind === 'gone') return GONE_PAUSE_MS;
  return decision.kind === 'retry' ? (decision.pauseEndpointMs ?? null) : null;
}
