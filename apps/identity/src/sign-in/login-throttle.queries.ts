import { systemStatement } from '@parley/persistence';

const NOT_SIGNED_IN = 'neither the user nor the workspace is known before the sign-in';

/**
 * Counts before the password is verified, so that concurrent sign-ins count each other. Beyond the limit there is no row
 * and no change: otherwise rejected sign-ins alone would keep a user out.
 */
export const countFailure = systemStatement<{ failures: number }>(
  'login_failure.count',
  NOT_SIGNED_IN,
  `insert into login_failure as f (subject, failures, ends_at) values ($1, 1, $2)
   on conflict (subject) do update set
     failures = case when f.ends_at <= $3 then 1 else f.failures + 1 end, ends_at = excluded.ends_at
     where f.ends_at <= $3 or f.failures < $4
   returning failures`,
);

export const findEnd = systemStatement<{ ends_at: Date }>(
  'login_failure.end',
  NOT_SIGNED_IN,
  'select ends_at from login_failure where subject = $1',
);

export const resetFailures = systemStatement<never>(
  'login_failure.reset',
  NOT_SIGNED_IN,
  'delete from login_failure where subject = $1',
);

export const uncountFailure = systemStatement<never>(
  'login_failure.uncount',
  NOT_SIGNED_IN,
  'update login_failure set failures = failures - 1 where subject = any($1::bytea[]) and failures > 0',
);
