import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { Batcher } from '@parley/kernel';
import { Database } from '@parley/persistence';
import type { Decision } from '../sending/schedule.ts';
import {
  STATUS,
  storeResults,
  storeResultsAndPause,
  type ResultRow,
  type StoredResult,
} from './deliveries.queries.ts';
import { countAttempt, settledDeliveries } from './delivery-metrics.ts';
import { EndpointHealth } from './endpoint-health.ts';
import type { MadeAttempt } from './endpoint-health.rules.ts';

/** What was sent is not to be sent once more because the database was out for a moment: less than a lease's grace. */
const OUTAGE_WAITS_MS = [100, 500, 1_000, 2_000, 4_000, 8_000];

/**
 * A subscription whose receiver is gone is disabled right after its result is stored. Should the process die in between,
 * the next attempt does it.
 */
const GONE_PAUSE_MS = 30_000;

/** Stores what became of attempts: those that end at the same time by one statement. */
@Injectable()
export class Results {
  readonly #batcher = new Batcher<MadeAttempt>((made) => this.#store(made));

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(EndpointHealth) private readonly health: EndpointHealth,
  ) {}

  /** Resolves when the result is stored. Throws when it cannot be; the lease ends then, and the attempt is repeated. */
  async store(made: MadeAttempt): Promise<void> {
    for (const wait of OUTAGE_WAITS_MS) {
      try {
        await this.#batcher.run(made);
        return;
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'service_unavailable')) throw error;
        await pause(wait);
      }
    }
    await this.#batcher.run(made);
  }

  async #store(made: readonly MadeAttempt[]): Promise<void> {
    const rows = made.map(rowOf);
    const isAnyPaused = rows.some((row) => row.pause_ms !== null);
    const stored = await this.db.system(isAnyPaused ? storeResultsAndPause : storeResults, [
      JSON.stringify(rows),
    ]);
    count(made, stored);
    await this.health.note(made, stored);
  }
}

function count(made: readonly MadeAttempt[], stored: readonly StoredResult[]): void {
  const moved = new Set(stored.map(({ id }) => id));
  for (const { delivery, attempt, decision } of made) {
    countAttempt(attempt, delivery.attempts_made === 0 ? delivery.created_at : null);
    if (decision.kind !== 'retry' && moved.has(delivery.id))
      settledDeliveries.inc({ outcome: decision.kind });
  }
}

function rowOf({ delivery, attempt, decision }: MadeAttempt): ResultRow {
  const isOver = decision.kind !== 'retry';
  return {
    id: delivery.id,
    webhook_id: delivery.webhook_id,
    lease_token: delivery.lease_token,
    trigger: delivery.trigger,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status_code: attempt.statusCode,
    error: attempt.error,
    response_snippet: attempt.responseSnippet,
    request_headers: attempt.requestHeaders,
    status: isOver ? (decision.kind === 'delivered' ? STATUS.delivered : STATUS.failed) : STATUS.pending,
    wait_ms: isOver ? null : decision.waitMs,
    url: delivery.url,
    pause_ms: pauseAfter(decision),
    attempts_used: isOver ? delivery.attempts_used + 1 : decision.attemptsUsed,
  };
}

function pauseAfter(decision: Decision): number | null {
  if (decision.kind === 'gone') return GONE_PAUSE_MS;
  return decision.kind === 'retry' ? (decision.pauseEndpointMs ?? null) : null;
}
