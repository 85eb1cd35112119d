import { DIGEST_MAX, type NotificationCause } from '@parley/contracts';
import { pruneStatement, systemStatement, tenantStatement } from '@parley/persistence';
import type { RecordKind } from '../../assignment/assignment.queries.ts';

const ALL_TENANTS = 'one job serves all tenants';
/** Users who get a digest at a time. */
const USERS_AT_ONCE = 200;

/**
 * Makes a digest for each user who has not read a notification since `$1`: of all that they have not read, each in one digest. The lock keeps
 * two processes from dividing the notifications of a user.
 */
export const collectDigests = systemStatement<never>(
  'notification_digest.collect',
  ALL_TENANTS,
  `with held as materialized (
     select pg_try_advisory_xact_lock(7317, hashtext(current_schema() || '/notification_digest')) as is_held),
   due as materialized (
     select distinct workspace_id, mode, user_id from (
       select workspace_id, mode, user_id from notification, held where is_held and awaits_mail and created_at <= $1
        order by created_at limit ${USERS_AT_ONCE * DIGEST_MAX}) oldest limit ${USERS_AT_ONCE}),
   taken as (
     update notification n set awaits_mail = false from due
      where n.workspace_id = due.workspace_id and n.mode = due.mode and n.user_id = due.user_id and n.awaits_mail
     returning n.workspace_id, n.mode, n.user_id, n.cause, n.kind, n.record_id, n.read_at, n.created_at, n.id)
   insert into notification_digest (workspace_id, mode, id, user_id, unread, newest, created_at)
   select workspace_id, mode, gen_random_uuid(), user_id, count(*),
          to_jsonb((array_agg(jsonb_build_object('cause', cause, 'kind', kind, 'record_id', record_id)
            order by created_at desc, id desc))[1:${DIGEST_MAX}]), now()
     from taken where read_at is null group by workspace_id, mode, user_id`,
);

export interface DigestRow {
  workspace_id: string;
  mode: 'live';
  id: string;
  user_id: string;
  unread: number;
  newest: { cause: NotificationCause; kind: RecordKind; record_id: string }[];
}

/** Digests since `$1` that the mail service has not taken, the oldest first. */
export const findDigests = systemStatement<DigestRow>(
  'notification_digest.find',
  ALL_TENANTS,
  `select workspace_id, mode, id, user_id, unread, newest from notification_digest
    where created_at > $1 order by created_at, id limit ${USERS_AT_ONCE}`,
);

export const deleteDigest = tenantStatement<never>(
  'notification_digest.delete',
  'delete from notification_digest where workspace_id = $1 and mode = $2 and id = $3',
);

export const pruneDigests = pruneStatement(
  'notification_digest.prune',
  'notification_digest',
  'workspace_id, mode, id',
  'created_at',
);
