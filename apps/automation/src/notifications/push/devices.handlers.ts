import { createECDH, createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  ApiError,
  createNotificationDevice,
  deleteNotificationDevice,
  encodeId,
  getNotificationPush,
  invalidParameter,
  listNotificationDevices,
  NOTIFICATION_DEVICES_MAX,
  notFound,
  uuidOf,
  type NotificationDevice,
  type ParsedInput,
} from '@parley/contracts';
import { isAllowedAddress, targetUrlError } from '@parley/egress';
import type { TenantContext } from '@parley/runtime/context';
import { Encryptor } from '@parley/runtime/encryptor';
import { uuidOfNewRecord, versioned } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { callerOf } from '../caller.ts';
import type { NotificationDeviceRow } from './device.entity.ts';
import { PushConfig } from './push.config.ts';
import * as queries from './push.queries.ts';

type Subscription = ParsedInput<typeof createNotificationDevice>['body'];

/** The browsers of users, each of which has a subscription at its push service. */
@Injectable()
export class NotificationDevices {
  constructor(
    private readonly db: Database,
    private readonly encryptor: Encryptor,
    private readonly config: PushConfig,
  ) {}

  @Handles(getNotificationPush)
  push() {
    const { vapid } = this.config;
    return Promise.resolve({ available: vapid !== null, public_key: vapid?.publicKey ?? null });
  }

  @Handles(listNotificationDevices)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listNotificationDevices>) {
    const own = { ...query, user: callerOf(ctx) };
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.deviceList, own);
    return { ...page, items: rows.map((row) => toDevice(row)) };
  }

  @Handles(createNotificationDevice)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createNotificationDevice>) {
    this.#assertValid(body);
    const { name, endpoint, keys } = body;
    const user = uuidOf('user', callerOf(ctx));
    const hash = createHash('sha256').update(endpoint).digest();
    return this.db.transaction(ctx, async (tx) => {
      await tx.query(queries.lockRegistration);
      const known = await tx.one(queries.findDeviceByEndpoint, [hash]);
      if (known?.user_id !== user) requireRoom(await tx.one(queries.hasRoom, [user]));
      const id = known?.id ?? uuidOfNewRecord(ctx);
      // What waits for it is that of the user before, or encrypted for keys that are gone.
      if (known !== undefined) await tx.query(queries.removeMessages, [id]);
      const secret = this.encryptor.encrypt(JSON.stringify({ endpoint, keys }), queries.purposeOf(id));
      const values = [id, user, name, new URL(endpoint).host, hash, secret, new Date()];
      const row = await tx.one(queries.saveDevice, values);
      if (row === undefined) throw new Error('a device was not saved');
      return toDevice(row);
    });
  }

  @Handles(deleteNotificationDevice)
  async remove(ctx: TenantContext, { params }: ParsedInput<typeof deleteNotificationDevice>) {
    const key = [uuidOf('user', callerOf(ctx)), uuidOf('notification_device', params.notification_device_id)];
    const removed = await this.db.transaction(ctx, (tx) => tx.one(queries.removeDevice, key));
    if (removed === undefined) throw notFound('notification_device');
  }

  /** Throws 422. The name of a push service is checked again whenever a message is sent. */
  #assertValid({ endpoint, keys }: Subscription): void {
    if (this.config.vapid === null)
      throw invalidParameter(
        'endpoint',
        'cannot be registered: this installation has no key for push messages',
      );
    const problem = targetUrlError(endpoint, this.config.PUSH_ALLOW_CIDRS);
    if (problem !== null) throw invalidParameter('endpoint', problem);
    const { protocol, hostname } = new URL(endpoint);
    // Plain HTTP is for tests: the operator has named the address.
    const isNamed =
      !isAllowedAddress(hostname, []) && isAllowedAddress(hostname, this.config.PUSH_ALLOW_CIDRS);
    if (protocol !== 'https:' && !isNamed) throw invalidParameter('endpoint', 'must be an https URL');
    if (!isPublicKey(keys.p256dh)) throw invalidParameter('keys.p256dh', 'must be a public key of P-256');
  }
}

function requireRoom(found: { room: boolean } | undefined): void {
  if (found?.room === false)
    throw new ApiError('too_many_items', {
      message: `The user has ${NOTIFICATION_DEVICES_MAX} devices in this mode, which is the maximum. Remove one first.`,
    });
}

function isPublicKey(text: string): boolean {
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    pair.computeSecret(Buffer.from(text, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

const toDevice = (row: NotificationDeviceRow): NotificationDevice =>
  versioned(row.version, {
    id: encodeId('notification_device', row.id),
    name: row.name,
    push_service: row.push_service,
    created_at: row.created_at.toISOString(),
  });
