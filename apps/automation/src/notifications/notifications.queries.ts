import {
  NOTIFICATIONS_MAX,
  uuidOf,
  type Id,
  type NotificationChannels,
  type NotificationSettings,
} from '@parley/contracts';
import { anyWord, defineList, equals } from '@parley/lists';
import { pruneStatement, Selection, tenantStatement } from '@parley/persistence';
import { NotificationRow } from './notification.entity.ts';

const NOTIFICATIONS = Selection.of(NotificationRow);

const FIND = `${NOTIFICATIONS.select()}
  where workspace_id = $1 and mode = $2 and user_id = $3 and id = $4 and is_shown`;

export const findNotification = tenantStatement<NotificationRow>('notification.find', FIND);
export const lockNotification = tenantStatement<NotificationRow>('notification.lock', `${FIND} for update`);

/** Those of a user, which the handler names: at most {@link NOTIFICATIONS_MAX}, so that one index is enough. */
export const notificationList = defineList<NotificationRow>({
  name: 'notification.list',
  rows: NOTIFICATIONS,
  sorts: { created_at: 'created_at' },
  filters: {
    user: equals('user_id', (id: Id<'user'>) => uuidOf('user', id)),
    shown: { sql: 'is_shown = ?', value: (isShown: boolean) => isShown },
    read: { sql: '(read_at is not null) = ?', value: (isRead: boolean) => isRead },
    cause: anyWord('cause'),
  },
});

export const countUnread = tenantStatement<{ unread: number }>(
  'notification.count_unread',
  `select count(*)::int as unread from notification
    where workspace_id = $1 and mode = $2 and user_id = $3 and is_shown and read_at is null`,
);

/** Marks in the order of their ids: two requests cannot deadlock. */
export const readAll = tenantStatement<{ id: string }>(
  'notification.read_all',
  `update notification set read_at = $4, updated_at = $4, version = version + 1
    where workspace_id = $1 and mode = $2 and id in (select id from notification
      where workspace_id = $1 and mode = $2 and user_id = $3 and is_shown and read_at is null order by id for update)
    returning id`,
);

/** A channel of a user for a cause; open unless the user has closed it. */
const isOpen = (channel: keyof NotificationChannels): string =>
  `coalesce((s.channels->$3->>'${channel}')::boolean, true)`;

export interface Notified {
  id: string;
  user_id: string;
  is_pushed: boolean;
}

/** Notifies active users, each once of an event, and returns whom it has not told of it before. */
export const addNotifications = tenantStatement<Notified>(
  'notification.add',
  `with asked as (
     select given.id, given.user_id, given.kind, given.record_id, ${isOpen('in_app')} as is_shown, ${isOpen('push')} as is_pushed,
            ${isOpen('mail')} and $2 = 'live' as awaits_mail
       from unnest($6::uuid[], $7::uuid[], $8::text[], $9::uuid[]) given (id, user_id, kind, record_id)
       left join notification_setting s on s.workspace_id = $1 and s.mode = $2 and s.user_id = given.user_id
      where not exists (select from assignment_user u
        where u.workspace_id = $1 and u.id = given.user_id and not u.is_active)
   ), added as (
     insert into notification (workspace_id, mode, id, version, user_id, cause, event_id, kind, record_id, message_id,
         is_shown, awaits_mail, read_at, created_at, updated_at)
       select $1, $2, id, 1, user_id, $3, $4, kind, record_id, $5, is_shown, awaits_mail, null, $10, $10 from asked
        where is_shown or is_pushed or awaits_mail order by user_id
     on conflict (workspace_id, mode, user_id, cause, event_id) do nothing returning id
   ) select asked.id, asked.user_id, asked.is_pushed from added join asked using (id)`,
);

/** Deletes what a user has beyond the newest {@link NOTIFICATIONS_MAX}. */
export const trimNotifications = tenantStatement<never>(
  'notification.trim',
  `with beyond as (
     delete from notification where workspace_id = $1 and mode = $2 and id in (select old.id
       from unnest($3::uuid[]) given (user_id), lateral (select id from notification n
         where n.workspace_id = $1 and n.mode = $2 and n.user_id = given.user_id
         order by n.created_at desc, n.id desc offset ${NOTIFICATIONS_MAX} limit 100) old) returning id
   ) delete from notification_push where workspace_id = $1 and mode = $2 and notification_id in (select id from beyond)`,
);

/** Deletes what is about a record: its notifications, what waits to be pushed, and who follows it or has snoozed it. */
export const forgetRecord = tenantStatement<never>(
  'notification.forget_record',
  `with gone as (
     delete from notification where workspace_id = $1 and mode = $2 and kind = $3 and record_id = $4 returning id
   ), unfollowed as (
     delete from follower where workspace_id = $1 and mode = $2 and kind = $3 and record_id = $4
   ), unsnoozed as (
     delete from snooze_owner where workspace_id = $1 and mode = $2 and kind = $3 and record_id = $4
   ) delete from notification_push where workspace_id = $1 and mode = $2 and notification_id in (select id from gone)`,
);

export const pruneNotifications = pruneStatement(
  'notification.prune',
  'notification',
  'workspace_id, mode, id',
  'created_at',
);

type StoredChannels = Partial<{
  [Cause in keyof NotificationSettings]: Partial<NotificationSettings[Cause]>;
}>;

export const findChannels = tenantStatement<{ channels: StoredChannels }>(
  'notification_setting.find',
  'select channels from notification_setting where workspace_id = $1 and mode = $2 and user_id = $3',
);

/** Changes the channels of the causes that it has; those of others stay. */
export const changeChannels = tenantStatement<{ channels: StoredChannels }>(
  'notification_setting.change',
  `insert into notification_setting as known (workspace_id, mode, user_id, channels) values ($1, $2, $3, $4)
   on conflict (workspace_id, mode, user_id) do update set channels = known.channels || (
     select coalesce(jsonb_object_agg(cause, coalesce(known.channels->cause, '{}') || changed), '{}')
       from jsonb_each(excluded.channels) changes (cause, changed))
   returning channels`,
);

export const setSnoozeOwner = tenantStatement<never>(
  'snooze_owner.set',
  `insert into snooze_owner (workspace_id, mode, kind, record_id, user_id) values ($1, $2, $3, $4, $5)
   on conflict (workspace_id, mode, kind, record_id) do update set user_id = excluded.user_id`,
);

export const takeSnoozeOwner = tenantStatement<{ user_id: string }>(
  'snooze_owner.take',
  `delete from snooze_owner where workspace_id = $1 and mode = $2 and kind = $3 and record_id = $4 returning user_id`,
);
