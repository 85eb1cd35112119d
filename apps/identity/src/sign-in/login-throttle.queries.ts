import { systemStatement } from '@parley/persistence';

const NOT_SIGNED_IN = 'neither the user nor the workspace is known before the sign-in';

/**
 * Counts before the password is verified, so that concurrent sign-ins count each other. A blocked subject returns no row and does
 * not change: rejected sign-ins alone would keep a user out. From the $4th failure on each one blocks the subject, first $5 ms,
 * then twice as long every time, up to $6 ms. The failures are forgotten $2 ms after the last one.
 */
export const countOrBlock = systemStatement<{ failures: number }>(
  'login_failure.count_or_block',
  NOT_SIGNED_IN,
  `insert into login_failure as f (subject, failures, ends_at, blocked_until)
     values ($1, 1, $3::timestamptz + $2::int * interval '1 ms',
             case when $4::int <= 1 then $3::timestamptz + $5::int * interval '1 ms' end)
   on conflict (subject) do update set
     failures = case when f.ends_at <= $3 then 1 else f.failures + 1 end,
     ends_at = excluded.ends_at,
     blocked_until = case
       when f.ends_at <= $3 then excluded.blocked_until
       when f.failures + 1 >= $4
         then $3::timestamptz + least($6::int, $5::int * 2 ^ least(f.failures + 1 - $4, 20)) * interval '1 ms'
     end
     where f.ends_at <= $3 or f.blocked_until is null or f.blocked_until <= $3
   returning failures`,
);

/** Counts in a fixed window, which later failures do not prolong. */
export const countInWindow = systemStatement<{ failures: number }>(
  'login_failure.count_in_window',
  NOT_SIGNED_IN,
  `insert into login_failure as f (subject, failures, ends_at) values ($1, 1, $2)
   on conflict (subject) do update set
     failures = case when f.ends_at <= $3 then 1 else f.failures + 1 end,
     ends_at = case when f.ends_at <= $3 then excluded.ends_at else f.ends_at end
   returning failures`,
);

export const findBlock = systemStatement<{ blocked_until: Date | null }>(
  'login_failure.find_block',
  NOT_SIGNED_IN,
  'select blocked_until from login_failure where subject = $1',
);

export const resetFailures = systemStatement<never>(
  'login_failure.reset',
  NOT_SIGNED_IN,
  'delete from login_failure where subject = $1',
);

/** Sign-ins that were no failures after all. Whatever they blocked is open again, and nothing stays of single ones. */
export const uncountFailure = systemStatement<never>(
  'login_failure.uncount',
  NOT_SIGNED_IN,
  `with single as (delete from login_failure where subject = any($1::bytea[]) and failures <= 1)
   update login_failure set failures = failures - 1, blocked_until = null
    where subject = any($1::bytea[]) and failures > 1`,
);
