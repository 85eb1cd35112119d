import { PRUNE_BATCH } from '@parley/kernel';
import { systemStatement } from '@parley/persistence';

/**
 * Counts before the password is looked at, so that tries at the same moment count each other. Who is over the limit
 * gets no row, and waits to the end that the last counted failure has set: a try that is refused counts for nothing, or
 * refusals alone would keep somebody out.
 */
export const countAttempt = systemStatement<{ failures: number }>(
  'login_failure.count',
  'who tries is not known yet, nor is the workspace',
  `insert into login_failure as f (subject, failures, ends_at) values ($1, 1, $2)
   on conflict (subject) do update set
     failures = case when f.ends_at <= $3 then 1 else f.failures + 1 end, ends_at = excluded.ends_at
     where f.ends_at <= $3 or f.failures < $4
   returning failures`,
);

export const findEnd = systemStatement<{ ends_at: Date }>(
  'login_failure.end',
  'who tries is not known yet, nor is the workspace',
  'select ends_at from login_failure where subject = $1',
);

export const forgetAttempts = systemStatement<never>(
  'login_failure.forget',
  'who tries is not known yet, nor is the workspace',
  'delete from login_failure where subject = $1',
);

export const takeBackAttempt = systemStatement<never>(
  'login_failure.take_back',
  'who tries is not known yet, nor is the workspace',
  'update login_failure set failures = failures - 1 where subject = any($1::bytea[]) and failures > 0',
);

export const pruneAttempts = systemStatement<{ pruned: 1 }>(
  'login_failure.prune',
  'housekeeping of all workspaces',
  `delete from login_failure where subject in (
     select subject from login_failure where ends_at < now() order by ends_at limit ${PRUNE_BATCH})
   returning 1 as pruned`,
);
