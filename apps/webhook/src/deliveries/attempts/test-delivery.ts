import { Injectable } from '@nestjs/common';
import { ApiError, encodeId, uuidOf, webhookTest, type Result, type testWebhook } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { newId, uuidOfNewRecord } from '@parley/runtime/records';
import { traceFields } from '@parley/runtime/tracing';
import { Database } from '@parley/persistence';
import type { WebhookRow } from '../../webhooks/webhook.entity.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { countTestCall, STATUS, storeTest } from '../queue/deliveries.queries.ts';
import { deliveryBody } from '../queue/fan-out.ts';
import { SignedSender } from './signed-sender.ts';

/** Shorter than the timeout of a delivery, because the API caller waits for the result. */
const TIMEOUT_MS = 8_000;
/** Calls of one tenant, by all processes together. */
const CALLS_PER_MINUTE = 60;

/** Sends a test event immediately, signed and guarded like any delivery, also to a disabled subscription. */
@Injectable()
export class TestDelivery {
  constructor(
    private readonly db: Database,
    private readonly sender: SignedSender,
    private readonly limiter: ConcurrencyLimiter,
  ) {}

  /** Throws `rate_limit_exceeded` beyond the limits of test calls, which share the capacity of deliveries. */
  async send(ctx: TenantContext, webhook: WebhookRow): Promise<Result<typeof testWebhook>> {
    // Reserved before sending, so that only one of several requests with the same key reaches the receiver.
    await this.db.reserveKey(ctx);
    const { workspaceId, mode } = ctx.tenant;
    const release = this.limiter.acquireTest(webhook.id, `${workspaceId} ${mode}`);
    try {
      await this.#count(ctx);
      return await this.#send(ctx, webhook);
    } finally {
      release();
    }
  }

  async #count(ctx: TenantContext): Promise<void> {
    const window = await this.db.read(ctx).one(countTestCall);
    if (window === undefined || window.calls <= CALLS_PER_MINUTE) return;
    throw new ApiError('rate_limit_exceeded', {
      message: `At most ${CALLS_PER_MINUTE} test events can be sent per minute.`,
      retryAfter: window.seconds_left,
    });
  }

  async #send(ctx: TenantContext, webhook: WebhookRow): Promise<Result<typeof testWebhook>> {
    const id = newId('event');
    const time = new Date().toISOString();
    const data = { id: encodeId('webhook', webhook.id), message: 'A test event from Parley.' };
    const body = deliveryBody({
      id,
      type: webhookTest.type,
      time,
      data,
      actor: ctx.actor,
      previous: null,
      ...ctx.tenant,
    });
    const attempt = await this.sender.send(webhook.id, webhook, {
      id,
      body,
      timeoutMs: TIMEOUT_MS,
      trace: traceFields(ctx),
    });
    const deliveryId = uuidOfNewRecord(ctx);
    return this.db.transaction(ctx, async (tx) => {
      await tx.query(storeTest, [
        uuidOf('event', id),
        deliveryId,
        webhook.id,
        time,
        body,
        attempt.error === null ? STATUS.delivered : STATUS.failed,
        attempt.error,
        attempt.startedAt,
        attempt.durationMs,
        attempt.statusCode,
        attempt.responseSnippet,
        attempt.requestHeaders,
        data.id,
        ctx.actor.credential?.id ?? null,
      ]);
      return {
        success: attempt.error === null,
        status_code: attempt.statusCode,
        duration_ms: attempt.durationMs,
        error: attempt.error,
        delivery_id: encodeId('delivery', deliveryId),
      };
    });
  }
}
