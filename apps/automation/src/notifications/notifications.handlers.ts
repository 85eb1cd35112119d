import { Injectable } from '@nestjs/common';
import {
  byCause,
  countNotifications,
  getNotification,
  getNotificationSettings,
  listNotifications,
  notFound,
  readAllNotifications,
  updateNotification,
  updateNotificationSettings,
  uuidOf,
  type NotificationSettings,
  type ParsedInput,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { callerOf } from './caller.ts';
import { NotificationRow } from './notification.entity.ts';
import { toNotification } from './notification.serializer.ts';
import * as queries from './notifications.queries.ts';

/** What a user has been notified of, for the user alone. */
@Injectable()
export class Notifications {
  constructor(private readonly db: Database) {}

  @Handles(listNotifications)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listNotifications>) {
    const own = { ...query, user: callerOf(ctx), shown: true };
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.notificationList, own);
    return { ...page, items: rows.map((row) => toNotification(row)) };
  }

  @Handles(countNotifications)
  async count(ctx: TenantContext) {
    const counted = await this.db.read(ctx).one(queries.countUnread, [uuidOf('user', callerOf(ctx))]);
    return { unread: counted?.unread ?? 0 };
  }

  @Handles(getNotification)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getNotification>) {
    const row = await this.db.read(ctx).one(queries.findNotification, keyOf(ctx, params));
    if (row === undefined) throw notFound('notification');
    return toNotification(row);
  }

  @Handles(updateNotification)
  update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateNotification>) {
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.lockNotification, keyOf(ctx, params));
      if (row === undefined) throw notFound('notification');
      const { read = row.read_at !== null } = body;
      if (read === (row.read_at !== null)) return toNotification(row);
      return toNotification(await tx.update(NotificationRow, row, { read_at: read ? new Date() : null }));
    });
  }

  @Handles(readAllNotifications)
  async readAll(ctx: TenantContext) {
    const values = [uuidOf('user', callerOf(ctx)), new Date()];
    // What the transaction returns is the answer to a repeated request.
    return this.db.transaction(ctx, async (tx) => ({
      marked: (await tx.query(queries.readAll, values)).length,
    }));
  }

  @Handles(getNotificationSettings)
  async settings(ctx: TenantContext) {
    return settingsOf(await this.db.read(ctx).one(queries.findChannels, [uuidOf('user', callerOf(ctx))]));
  }

  @Handles(updateNotificationSettings)
  async change(ctx: TenantContext, { body }: ParsedInput<typeof updateNotificationSettings>) {
    const values = [uuidOf('user', callerOf(ctx)), body];
    return this.db.transaction(ctx, async (tx) => settingsOf(await tx.one(queries.changeChannels, values)));
  }
}

const keyOf = (ctx: TenantContext, params: ParsedInput<typeof getNotification>['params']) => [
  uuidOf('user', callerOf(ctx)),
  uuidOf('notification', params.notification_id),
];

type Stored = NonNullable<(typeof queries.findChannels)['row']>;

/** Every channel is open that the user has not closed. */
const settingsOf = (stored: Stored | undefined): NotificationSettings =>
  byCause((cause) => ({ in_app: true, push: true, mail: true, ...stored?.channels[cause] }));
