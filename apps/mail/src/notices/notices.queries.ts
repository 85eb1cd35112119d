import { pruneStatement, systemStatement, type EncryptedRows } from '@parley/persistence';
import { NIL_UUID } from '@parley/runtime/records';
import type { NoticeKind } from './notice.ts';

const ALL_WORKSPACES = 'the queue is that of all workspaces, and some notices belong to none';

/** A notice that a process sends at present. */
export interface ClaimedNotice {
  id: string;
  workspace_id: string | null;
  kind: NoticeKind;
  encrypted: Buffer;
  lease_token: string;
  attempts: number;
  expires_at: Date;
  created_at: Date;
}

/** Queues a notice unless one of the limits `$6`, `$7` and `$8` is reached; no row then. */
export const insertNotice = systemStatement<{ id: string }>(
  'notice.insert',
  ALL_WORKSPACES,
  `insert into notice (id, workspace_id, kind, encrypted, due_at, expires_at, created_at)
   select $1::uuid, $2::uuid, $3::text, $4::bytea, now(), $5::timestamptz, now()
    where count_notice($6::bytea[], $7::double precision[], $8::integer[])
   on conflict (id) do nothing returning id`,
);

/** Counts one for each of the subjects `$1`, unless a limit is reached: then none, and the answer is false. */
export const countOne = systemStatement<{ is_counted: boolean }>(
  'notice.count_one',
  'the counts are hashes, and those of all workspaces',
  'select count_notice($1::bytea[], $2::double precision[], $3::integer[]) as is_counted',
);

/** Claims up to `$2` due notices under the lease token `$1` for `$3` milliseconds. */
export const claimNotices = systemStatement<ClaimedNotice>(
  'notice.claim',
  ALL_WORKSPACES,
  `update notice n set lease_token = $1::uuid, due_at = now() + make_interval(secs => $3::double precision / 1000)
     from (select id from notice where due_at <= now() order by due_at limit $2::integer for update skip locked) due
    where n.id = due.id
   returning n.id, n.workspace_id, n.kind, n.encrypted, n.lease_token, n.attempts, n.expires_at, n.created_at`,
);

/** Extends the leases of what is being sent to `$2` milliseconds from now. */
export const renewLeases = systemStatement<never>(
  'notice.renew_leases',
  ALL_WORKSPACES,
  `update notice set due_at = now() + make_interval(secs => $2::double precision / 1000)
    where (id, lease_token) in (select * from unnest($1::uuid[], $3::uuid[]))`,
);

/** A notice that was sent, or that is given up; of another lease it is left alone. */
export const deleteNotice = systemStatement<never>(
  'notice.delete',
  ALL_WORKSPACES,
  'delete from notice where id = $1 and lease_token = $2',
);

export const retryNotice = systemStatement<never>(
  'notice.retry',
  ALL_WORKSPACES,
  `update notice set attempts = attempts + 1, lease_token = null,
          due_at = now() + make_interval(secs => $3::double precision / 1000)
    where id = $1 and lease_token = $2`,
);

/** Those that no process has given up, because it sends none any more. */
export const pruneNotices = pruneStatement('notice.prune', 'notice', 'id', 'expires_at');

export const pruneCounts = pruneStatement('notice_count.prune', 'notice_count', 'subject', 'ends_at');

export const purposeOf = (id: string): string => `notice:${id}`;

type EncryptedRow = { id: string; encrypted: Buffer[] };

export const encryptedNotices: EncryptedRows<EncryptedRow> = {
  type: 'notices',
  select: systemStatement<EncryptedRow>(
    'notice.encrypted',
    ALL_WORKSPACES,
    `select id::text, array[encrypted] as encrypted from notice
      where id > $1::uuid and substring(encrypted for length($2::bytea)) <> $2 order by id limit $3`,
  ),
  update: systemStatement(
    'notice.reencrypt',
    ALL_WORKSPACES,
    `update notice set encrypted = ($3::bytea[])[1]
      where id = $1::uuid and array[encrypted] = $2::bytea[] returning 1 as updated`,
  ),
  firstKey: [NIL_UUID],
  keyOf: (row) => [row.id],
  purposeOf: (row) => purposeOf(row.id),
};
