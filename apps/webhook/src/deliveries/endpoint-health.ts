import { Inject, Injectable } from '@nestjs/common';
import { encodeId, webhookDisabled } from '@parley/contracts';
import { inTenant, LOGGER, systemContext, type Logger } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { WebhookConfig } from '../webhook.config.ts';
import { WebhookRow } from '../webhooks/webhook.entity.ts';
import { findWebhookForUpdate, toWebhook } from '../webhooks/webhooks.queries.ts';
import { Cancellations } from './cancellations.ts';
import type { ClaimedDelivery, StoredResult } from './deliveries.queries.ts';
import { breaks } from './delivery-metrics.ts';
import { addToHealth, stillFailing, type HealthChange } from './endpoint-health.queries.ts';
import {
  findingsOf,
  isFailing,
  isSlow,
  isWorthStoring,
  usualMs,
  type MadeAttempt,
} from './endpoint-health.rules.ts';

/** Endpoints whose answers are timed; those that had nothing for longest are forgotten first. */
const TIMED_MAX = 10_000;

type KnownDelivery = ClaimedDelivery & { known: StoredResult };

/** Keeps how endpoints are: slow ones, failing ones, and those that are to be left alone or disabled. */
@Injectable()
export class EndpointHealth {
  /** Usual time of an endpoint's answers in milliseconds, by subscription. */
  readonly #usual = new Map<string, number>();

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(WebhookConfig) private readonly config: WebhookConfig,
    @Inject(Cancellations) private readonly cancellations: Cancellations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Takes note of results that were stored. Never throws: what is lost is found out again by the next attempts. */
  async note(made: readonly MadeAttempt[], stored: readonly StoredResult[]): Promise<void> {
    try {
      const groups = this.#byEndpoint(made, stored);
      for (const [delivery, group] of groups)
        if (group.some(({ decision }) => decision.kind === 'gone')) await this.#disable(delivery, 'gone');
      await this.#store(groups);
    } catch (error) {
      this.logger.warn({ err: error }, 'health of endpoints not stored');
    }
  }

  /** The results of each endpoint, with one of its deliveries. */
  #byEndpoint(
    made: readonly MadeAttempt[],
    stored: readonly StoredResult[],
  ): Map<KnownDelivery, MadeAttempt[]> {
    const known = new Map(stored.map((row) => [row.id, row]));
    const first = new Map<string, KnownDelivery>();
    const groups = new Map<KnownDelivery, MadeAttempt[]>();
    for (const one of made) {
      const row = known.get(one.delivery.id);
      // A result that came after its lease is somebody else's by now.
      if (row === undefined) continue;
      const delivery = first.get(row.webhook_id) ?? { ...one.delivery, known: row };
      first.set(row.webhook_id, delivery);
      groups.set(delivery, [...(groups.get(delivery) ?? []), one]);
    }
    return groups;
  }

  async #store(groups: ReadonlyMap<KnownDelivery, readonly MadeAttempt[]>): Promise<void> {
    const changes = [...groups].flatMap(([{ webhook_id: id, url, known }, group]): HealthChange[] => {
      const findings = findingsOf(group);
      const slow = this.#isSlow(id, group, known.is_slow);
      if (slow === known.is_slow && !isWorthStoring(findings, known)) return [];
      return [
        {
          id,
          url,
          succeeded_at: findings.succeededAt,
          failures: findings.failures,
          first_failures: findings.firstFailures,
          pause_ms: findings.pauseMs,
          is_slow: slow,
        },
      ];
    });
    if (changes.length === 0) return;
    const states = await this.db.system(addToHealth, [JSON.stringify(changes)]);
    breaks.inc(states.filter((state) => state.has_broken).length);
    const failing = states
      .filter((state) => isFailing(state, this.config.WEBHOOK_DISABLE_AFTER))
      .map(({ id }) => id);
    for (const [delivery] of groups)
      if (failing.includes(delivery.webhook_id)) await this.#disable(delivery, 'failing');
  }

  #isSlow(id: string, group: readonly MadeAttempt[], was: boolean): boolean {
    let usual = this.#usual.get(id);
    for (const { attempt } of group) usual = usualMs(usual, attempt.durationMs);
    if (usual === undefined) return was;
    // Put at the end: the first one is the one that had nothing for longest.
    this.#usual.delete(id);
    this.#usual.set(id, usual);
    const [oldest] = this.#usual.keys();
    if (this.#usual.size > TIMED_MAX && oldest !== undefined) this.#usual.delete(oldest);
    return isSlow(usual, was);
  }

  /** `gone`: the receiver says that it will never want anything again. `failing`: nothing has reached it for days. */
  async #disable(delivery: ClaimedDelivery, reason: 'gone' | 'failing'): Promise<void> {
    const ctx = inTenant(systemContext(), encodeId('workspace', delivery.workspace_id), delivery.mode);
    await this.db.transaction(ctx, async (tx) => {
      const row = await tx.one(findWebhookForUpdate, [delivery.webhook_id]);
      // An answer of the old address says nothing about a new one.
      if (row === undefined || row.status === 'disabled' || row.url !== delivery.url) return;
      // Something may have succeeded meanwhile.
      const afterMs = this.config.WEBHOOK_DISABLE_AFTER;
      if (reason === 'failing' && (await tx.one(stillFailing, [row.id, afterMs])) === undefined) return;
      const disabled = await tx.update(WebhookRow, row, { status: 'disabled', disabled_reason: reason });
      await this.cancellations.begin(tx, row.id);
      tx.emit(webhookDisabled, toWebhook(disabled));
    });
    this.#usual.delete(delivery.webhook_id);
  }
}
