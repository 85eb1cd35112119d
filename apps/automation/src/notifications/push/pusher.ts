import { Readable } from 'node:stream';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { EgressGuard, httpPost, HttpRequestError, type HttpAnswer } from '@parley/egress';
import { InFlight } from '@parley/runtime/async';
import { contextOfRow, type TenantContext } from '@parley/runtime/context';
import { Encryptor } from '@parley/runtime/encryptor';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { deleteInBatches, Every } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import type { PushSubscription } from 'web-push';
import { messagesPushed } from './push-metrics.ts';
import { KEPT_HOURS, outcomeOf, pauseAfter, pushRequest, type PushOutcome } from './push-message.rules.ts';
import { PushConfig, type Vapid } from './push.config.ts';
import * as queries from './push.queries.ts';

/** Devices that a process serves at the same time, each over a connection of its own. */
const DEVICES_MAX = 32;
/** Those of one workspace: its push services, which may be slow, hold up no other workspace. */
const OF_WORKSPACE_MAX = 8;

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
export class Pusher implements BeforeApplicationShutdown {
  readonly #inFlight = new InFlight();
  /** Devices that are being served, by workspace. */
  readonly #served = new Map<string, number>();
  #isEnding = false;

  constructor(
    private readonly db: Database,
    private readonly encryptor: Encryptor,
    private readonly guard: EgressGuard,
    private readonly config: PushConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('250ms', 'push.send')
  async sendDue(): Promise<void> {
    const { vapid } = this.config;
    const served = [...this.#served.values()];
    const free = DEVICES_MAX - served.reduce((sum, devices) => sum + devices, 0);
    if (vapid === null || free === 0 || this.#isEnding) return;
    const room = [free, OF_WORKSPACE_MAX, [...this.#served.keys()], served];
    const until = Date.now() + this.config.PUSH_LEASE - this.config.PUSH_TIMEOUT;
    const devices = await this.db.system(queries.leaseDevices, [this.config.PUSH_LEASE, ...room]);
    const mustEnd = () => this.#isEnding || Date.now() > until;
    for (const device of devices) {
      this.#count(device, 1);
      void this.#inFlight.track(this.#serve(device, vapid, mustEnd).finally(() => this.#count(device, -1)));
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isEnding = true;
    await this.#inFlight.settled();
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
      const { outcome, retryAfterMs } = attempt;
      const pauseMs =
        outcome === 'later'
          ? pauseAfter(this.config.PUSH_RETRY_SCHEDULE, message.attempts, retryAfterMs)
          : null;
      messagesPushed.inc({ result: outcome === 'later' && pauseMs === null ? 'given_up' : outcome });
      if (outcome === 'gone') return null;
      const key = [device.id, message.notification_id];
      if (pauseMs !== null) {
        await db.query(queries.recordFailure, key);
        return pauseMs;
      }
      if (outcome !== 'sent') this.#report(ctx, attempt);
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

  #count({ workspace_id: workspace }: queries.LeasedDevice, change: number): void {
    const devices = (this.#served.get(workspace) ?? 0) + change;
    if (devices === 0) this.#served.delete(workspace);
    else this.#served.set(workspace, devices);
  }

  #report(ctx: TenantContext, { error }: Attempt): void {
    this.logger.warn({ event: 'push.message.given_up', error, ...ctx.tenant }, 'A push message was given up');
  }
}
