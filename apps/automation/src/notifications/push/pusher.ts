import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { EgressGuard, httpPost, HttpRequestError, type HttpAnswer } from '@parley/egress';
import { contextOfRow, type TenantContext } from '@parley/runtime/context';
import { Encryptor } from '@parley/runtime/encryptor';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { deleteInBatches, Every } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import type { PushSubscription } from 'web-push';
import { KEPT_HOURS, outcomeOf, pauseAfter, pushRequest, type PushOutcome } from './push-message.rules.ts';
import { PushConfig, type Vapid } from './push.config.ts';
import * as queries from './push.queries.ts';

/** Requests of a process at the same time, each over a connection of its own. */
const CONNECTIONS = 8;

interface Attempt {
  readonly outcome: PushOutcome;
  readonly retryAfterMs: number | null;
  readonly error: string;
}

/**
 * Pushes notifications to devices. A device is leased to one process, which sends its messages one after the other in their order. A message
 * is deleted once the push service has taken it: after a crash in between it is sent again, with the same id.
 */
@Injectable()
export class Pusher {
  constructor(
    private readonly db: Database,
    private readonly encryptor: Encryptor,
    private readonly guard: EgressGuard,
    private readonly config: PushConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('250ms', 'push.send')
  async sendDue(signal?: AbortSignal): Promise<void> {
    const { vapid } = this.config;
    if (vapid === null) return;
    const lease = [this.config.PUSH_LEASE, queries.DEVICES_AT_ONCE];
    const until = Date.now() + this.config.PUSH_LEASE - this.config.PUSH_TIMEOUT;
    const devices = await this.db.system(queries.leaseDevices, lease);
    const work = async () => {
      for (let device = devices.shift(); device !== undefined; device = devices.shift())
        await this.#serve(device, vapid, () => signal?.aborted === true || Date.now() > until);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
  }

  /** What could not be sent for a day is old news. */
  @Every('1h', 'push.prune')
  async prune(): Promise<void> {
    const before = new Date(Date.now() - KEPT_HOURS * 3_600_000);
    await deleteInBatches(() => this.db.system(queries.pruneMessages, [before]));
  }

  /** Sends what waits for a device. One that fails holds up no other. */
  async #serve(device: queries.LeasedDevice, vapid: Vapid, mustEnd: () => boolean): Promise<void> {
    const ctx = contextOfRow(device);
    try {
      const pauseMs = await this.#sendAll(ctx, device, vapid, mustEnd);
      if (pauseMs === null)
        await this.db.read(ctx).query(queries.dropDevice, [device.id, device.lease_token]);
      else await this.#release(ctx, device, pauseMs);
    } catch (err) {
      // The lease ends by itself.
      this.logger.warn({ event: 'push.device.failed', err, ...ctx.tenant }, 'Cannot push to a device');
    }
  }

  /** Milliseconds until the device is looked at again; null if it is gone. */
  async #sendAll(
    ctx: TenantContext,
    device: queries.LeasedDevice,
    vapid: Vapid,
    mustEnd: () => boolean,
  ): Promise<number | null> {
    const db = this.db.read(ctx);
    if ((await db.one(queries.isInactive, [device.user_id])) !== undefined) return null;
    await db.query(queries.removeOrphans, [device.id, device.user_id]);
    const subscription = this.#subscriptionOf(device);
    for (const message of await db.query(queries.findMessages, [device.id, device.user_id])) {
      if (mustEnd()) return 0;
      const attempt = await this.#send(subscription, message, vapid);
      if (attempt.outcome === 'gone') return null;
      const key = [device.id, message.notification_id];
      const pauseMs =
        attempt.outcome === 'later'
          ? pauseAfter(this.config.PUSH_RETRY_SCHEDULE, message.attempts, attempt.retryAfterMs)
          : null;
      if (pauseMs !== null) {
        await db.query(queries.recordFailure, key);
        return pauseMs;
      }
      if (attempt.outcome !== 'sent') this.#report(ctx, attempt);
      await db.query(queries.completeMessage, key);
    }
    return 0;
  }

  async #send(
    subscription: PushSubscription,
    message: queries.WaitingMessage,
    vapid: Vapid,
  ): Promise<Attempt> {
    const { url, headers, body } = pushRequest(subscription, message, vapid);
    const post = { guard: this.guard, url, headers, body: Readable.from([body]), size: body.length };
    try {
      const answer: HttpAnswer = await httpPost({ ...post, timeoutMs: this.config.PUSH_TIMEOUT });
      const { status, retryAfterMs } = answer;
      return { outcome: outcomeOf(status), retryAfterMs, error: `status ${status}` };
    } catch (error) {
      if (!(error instanceof HttpRequestError)) throw error;
      return { outcome: 'later', retryAfterMs: null, error: error.code };
    }
  }

  #subscriptionOf({ id, encrypted_subscription: encrypted }: queries.LeasedDevice): PushSubscription {
    const text = this.encryptor.decrypt(encrypted, queries.purposeOf(id)).toString();
    return JSON.parse(text) as PushSubscription;
  }

  async #release(ctx: TenantContext, device: queries.LeasedDevice, pauseMs: number): Promise<void> {
    await this.db.transaction(ctx, async (tx) => {
      // A message that comes meanwhile waits for this lock, or is seen behind it.
      if ((await tx.one(queries.lockLease, [device.id, device.lease_token])) === undefined) return;
      await tx.query(queries.endLease, [device.id, pauseMs]);
    });
  }

  #report(ctx: TenantContext, { error }: Attempt): void {
    this.logger.warn({ event: 'push.message.given_up', error, ...ctx.tenant }, 'A push message was given up');
  }
}
