import { FOLLOWERS_MAX } from '@parley/contracts';
import { tenantStatement } from '@parley/persistence';

export interface FollowerRow {
  user_id: string;
  created_at: Date;
}

export const findFollowers = tenantStatement<FollowerRow>(
  'follower.find',
  `select user_id, created_at from follower where workspace_id = $1 and mode = $2 and kind = $3 and record_id = $4
    order by created_at, user_id limit ${FOLLOWERS_MAX}`,
);

export const findFollowersOfMany = tenantStatement<{ record_id: string; user_id: string }>(
  'follower.find_of_many',
  `select record_id, user_id from follower
    where workspace_id = $1 and mode = $2 and kind = $3 and record_id = any($4::uuid[])`,
);

/** Until the transaction ends: followers of a record are added one after the other. */
export const lockFollowers = tenantStatement<never>(
  'follower.lock',
  `select from pg_advisory_xact_lock(7316, hashtext(current_schema() || '/' || $1::uuid || '/' || $2 || '/' || $3 || '/' || $4::uuid))`,
);

/** Adds those of the users who do not follow yet, up to the limit. */
export const addFollowers = tenantStatement<{ user_id: string }>(
  'follower.add',
  `insert into follower (workspace_id, mode, kind, record_id, user_id, created_at)
   select $1, $2, $3, $4, given.user_id, $6 from unnest($5::uuid[]) given (user_id)
    where not exists (select from follower f where f.workspace_id = $1 and f.mode = $2 and f.kind = $3 and f.record_id = $4
      and f.user_id = given.user_id)
    limit greatest(0, ${FOLLOWERS_MAX} - (select count(*) from follower
      where workspace_id = $1 and mode = $2 and kind = $3 and record_id = $4))
   on conflict do nothing returning user_id`,
);

export const removeFollower = tenantStatement<{ user_id: string }>(
  'follower.remove',
  `delete from follower where workspace_id = $1 and mode = $2 and kind = $3 and record_id = $4 and user_id = $5 returning user_id`,
);
