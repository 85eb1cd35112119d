import { NOTIFICATION_DEVICES_MAX, uuidOf, type Id, type NotificationCause } from '@parley/contracts';
import { NIL_UUID } from '@parley/runtime/records';
import { defineList, equals } from '@parley/lists';
import {
  pruneStatement,
  Selection,
  systemStatement,
  tenantStatement,
  workspaceStatement,
  type EncryptedRows,
} from '@parley/persistence';
import type { RecordKind } from '../../assignment/assignment.queries.ts';
import { NotificationDeviceRow } from './device.entity.ts';

/** Messages of a device that are sent under one lease. */
const MESSAGES_AT_ONCE = 20;

const DEVICES = Selection.of(NotificationDeviceRow);

/** What a subscription is encrypted for: its row alone can be decrypted with it. */
export const purposeOf = (device: string): string => `notification_device.subscription:${device}`;

export const deviceList = defineList<NotificationDeviceRow>({
  name: 'notification_device.list',
  rows: DEVICES,
  sorts: { created_at: 'created_at' },
  filters: { user: equals('user_id', (id: Id<'user'>) => uuidOf('user', id)) },
});

/** Until the transaction ends: devices of a user, and an endpoint that two users register, are written one after the other. */
export const lockRegistration = tenantStatement<never>(
  'notification_device.lock_registration',
  `select from pg_advisory_xact_lock(7317, hashtext(current_schema() || '/' || $1::uuid || '/' || $2))`,
);

export const findDeviceByEndpoint = tenantStatement<{ id: string; user_id: string }>(
  'notification_device.find_by_endpoint',
  'select id, user_id from notification_device where workspace_id = $1 and mode = $2 and endpoint_hash = $3',
);

/** Whether a user has room for another device. */
export const hasRoom = tenantStatement<{ room: boolean }>(
  'notification_device.has_room',
  `select count(*) < ${NOTIFICATION_DEVICES_MAX} as room from notification_device
    where workspace_id = $1 and mode = $2 and user_id = $3`,
);

/** Adds a device, or gives the one with the endpoint to a user with new keys. */
export const saveDevice = tenantStatement<NotificationDeviceRow>(
  'notification_device.save',
  `insert into notification_device as known (workspace_id, mode, id, version, user_id, name, push_service, endpoint_hash,
     encrypted_subscription, due_at, lease_token, created_at, updated_at)
   values ($1, $2, $3, 1, $4, $5, $6, $7, $8, null, null, $9, $9)
   on conflict (workspace_id, mode, endpoint_hash) do update set user_id = excluded.user_id, name = excluded.name,
     encrypted_subscription = excluded.encrypted_subscription, version = known.version + 1, updated_at = excluded.updated_at
   returning ${DEVICES.columns.join(', ')}`,
);

const WITH_MESSAGES = `with gone as (delete from notification_device where workspace_id = $1`;

/** What waited for it goes with it. */
export const removeDevice = tenantStatement<{ id: string }>(
  'notification_device.remove',
  `${WITH_MESSAGES} and mode = $2 and user_id = $3 and id = $4 returning mode, id),
     unsent as (delete from notification_push p using gone where p.workspace_id = $1 and p.mode = gone.mode and p.device_id = gone.id)
   select id from gone`,
);

/** A device that its push service does not know any more, by the lease of it. */
export const dropDevice = tenantStatement<{ id: string }>(
  'notification_device.drop',
  `${WITH_MESSAGES} and mode = $2 and id = $3 and lease_token = $4 returning mode, id),
     unsent as (delete from notification_push p using gone where p.workspace_id = $1 and p.mode = gone.mode and p.device_id = gone.id)
   select id from gone`,
);

export const removeDevicesOfUser = workspaceStatement<never>(
  'notification_device.remove_of_user',
  `${WITH_MESSAGES} and mode in ('live', 'test') and user_id = $2 returning mode, id)
   delete from notification_push p using gone where p.workspace_id = $1 and p.mode = gone.mode and p.device_id = gone.id`,
);

export const removeMessages = tenantStatement<never>(
  'notification_push.remove_of_device',
  'delete from notification_push where workspace_id = $1 and mode = $2 and device_id = $3',
);

export const lockDevicesOfUsers = tenantStatement<{ id: string }>(
  'notification_device.lock_of_users',
  `select id from notification_device where workspace_id = $1 and mode = $2 and user_id = any($3::uuid[]) order by id for update`,
);

export const addMessages = tenantStatement<never>(
  'notification_push.add',
  `insert into notification_push (workspace_id, mode, device_id, notification_id, attempts, created_at)
   select $1, $2, d.id, given.notification_id, 0, $5
     from unnest($3::uuid[], $4::uuid[]) given (notification_id, user_id)
     join notification_device d on d.workspace_id = $1 and d.mode = $2 and d.user_id = given.user_id
   on conflict do nothing`,
);

/** Has devices looked at; not before a lease or a pause ends. */
export const wakeDevices = tenantStatement<never>(
  'notification_device.wake',
  `update notification_device set due_at = coalesce(due_at, now())
    where workspace_id = $1 and mode = $2 and user_id = any($3::uuid[])`,
);

export interface LeasedDevice {
  workspace_id: string;
  mode: 'live' | 'test';
  id: string;
  user_id: string;
  encrypted_subscription: Buffer;
  lease_token: string;
}

/**
 * Takes up to `$2` devices that are due, each for `$1` milliseconds. Of a workspace it takes `$3` less what the caller serves already: `$5`
 * devices of the workspace at the same place in `$4`. Workspaces are found one after the other in the index, however much is due in one.
 */
export const leaseDevices = systemStatement<LeasedDevice>(
  'notification_device.lease',
  'one loop serves all tenants',
  `with recursive workspace (id) as (
     (select workspace_id from notification_device where due_at <= now() order by workspace_id limit 1)
     union all
     select next.workspace_id from workspace cross join lateral (
       select workspace_id from notification_device where workspace_id > workspace.id and due_at <= now() order by workspace_id limit 1) next),
   served as (select id, devices from unnest($4::uuid[], $5::int[]) given (id, devices)),
   due as materialized (
     select d.workspace_id, d.mode, d.id from workspace left join served using (id) cross join lateral (
       select workspace_id, mode, id, due_at from notification_device
        where workspace_id = workspace.id and due_at <= now()
        order by due_at limit greatest(0, $3::int - coalesce(served.devices, 0)) for update skip locked) d
      order by d.due_at limit $2)
   update notification_device d set due_at = now() + $1::float8 * interval '1 millisecond', lease_token = gen_random_uuid()
     from due where d.workspace_id = due.workspace_id and d.mode = due.mode and d.id = due.id
   returning d.workspace_id, d.mode, d.id, d.user_id, d.encrypted_subscription, d.lease_token`,
);

export interface WaitingMessage {
  notification_id: string;
  cause: NotificationCause;
  kind: RecordKind;
  record_id: string;
  attempts: number;
  created_at: Date;
}

/** The messages of a device in the order in which it gets them. */
export const findMessages = tenantStatement<WaitingMessage>(
  'notification_push.find',
  `select p.notification_id, n.cause, n.kind, n.record_id, p.attempts, p.created_at
     from notification_push p join notification n on n.workspace_id = $1 and n.mode = $2 and n.id = p.notification_id
      and n.user_id = $4
    where p.workspace_id = $1 and p.mode = $2 and p.device_id = $3
    order by p.created_at, p.notification_id limit ${MESSAGES_AT_ONCE}`,
);

/** Messages without a notification, or whose notification is that of another user, are never sent. */
export const removeOrphans = tenantStatement<never>(
  'notification_push.remove_orphans',
  `delete from notification_push p where p.workspace_id = $1 and p.mode = $2 and p.device_id = $3 and not exists (
     select from notification n where n.workspace_id = $1 and n.mode = $2 and n.id = p.notification_id and n.user_id = $4)`,
);

export const isInactive = workspaceStatement<{ id: string }>(
  'notification_push.is_inactive',
  'select id from assignment_user where workspace_id = $1 and id = $2 and not is_active',
);

export const completeMessage = tenantStatement<never>(
  'notification_push.complete',
  'delete from notification_push where workspace_id = $1 and mode = $2 and device_id = $3 and notification_id = $4',
);

export const recordFailure = tenantStatement<never>(
  'notification_push.record_failure',
  `update notification_push set attempts = attempts + 1
    where workspace_id = $1 and mode = $2 and device_id = $3 and notification_id = $4`,
);

/** No row if the lease was lost. */
export const lockLease = tenantStatement<{ id: string }>(
  'notification_device.lock_lease',
  'select id from notification_device where workspace_id = $1 and mode = $2 and id = $3 and lease_token = $4 for update',
);

/** Gives a lease back: the device is due after `$4` milliseconds if messages wait. Its row must be locked. */
export const endLease = tenantStatement<never>(
  'notification_device.end_lease',
  `update notification_device d set lease_token = null, due_at = case when exists (select from notification_push p
       where p.workspace_id = $1 and p.mode = $2 and p.device_id = d.id) then now() + $4::float8 * interval '1 millisecond' end
    where d.workspace_id = $1 and d.mode = $2 and d.id = $3`,
);

export const pruneMessages = pruneStatement(
  'notification_push.prune',
  'notification_push',
  'workspace_id, mode, device_id, notification_id',
  'created_at',
);

type Row = Record<'workspace_id' | 'mode' | 'id', string> & { encrypted: Buffer[] };

export const encryptedSubscriptions: EncryptedRows<Row> = {
  type: 'push_subscriptions',
  select: systemStatement<Row>(
    'notification_device.encrypted',
    'the subscriptions of all tenants are encrypted again',
    `select workspace_id::text, mode, id::text, array[encrypted_subscription] as encrypted from notification_device
      where (workspace_id, mode, id) > ($1::uuid, $2, $3::uuid) and substring(encrypted_subscription for length($4::bytea)) <> $4
      order by workspace_id, mode, id limit $5`,
  ),
  update: systemStatement(
    'notification_device.reencrypt',
    'the subscriptions of all tenants are encrypted again',
    `update notification_device set encrypted_subscription = ($5::bytea[])[1]
      where workspace_id = $1::uuid and mode = $2 and id = $3::uuid and array[encrypted_subscription] = $4::bytea[]
      returning 1 as updated`,
  ),
  firstKey: [NIL_UUID, '', NIL_UUID],
  keyOf: (row) => [row.workspace_id, row.mode, row.id],
  purposeOf: (row) => purposeOf(row.id),
};
