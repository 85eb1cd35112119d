import type { Mode, MailboxStatus } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';
import type { Position } from './position.rules.ts';

/** The folder whose mails are those of a mailbox. */
export const FOLDER = 'INBOX';

const ALL_WORKSPACES = 'mailboxes of all workspaces are shared out among the processes';
const OF_MAILBOX = 'where workspace_id = $1 and mode = $2 and mailbox_id = $3';

export interface LeasedMailbox {
  workspace_id: string;
  mode: Mode;
  mailbox_id: string;
}

/** Leases up to `$2` mailboxes that nobody fetches the mails of to the process `$1` for `$3` milliseconds. */
export const claimLeases = systemStatement<LeasedMailbox>(
  'imap_lease.claim',
  ALL_WORKSPACES,
  `insert into imap_lease as l (workspace_id, mode, mailbox_id, holder_id, leased_until)
   select m.workspace_id, m.mode, m.id, $1::uuid, now() + make_interval(secs => $3::double precision / 1000)
     from mailbox m
     left join imap_lease h on h.workspace_id = m.workspace_id and h.mode = m.mode and h.mailbox_id = m.id
    where m.transport ->> 'type' = 'imap_smtp' and m.status <> 'disabled' and coalesce(h.leased_until, '-infinity') <= now()
    order by m.workspace_id, m.mode, m.id limit $2::integer
   on conflict (workspace_id, mode, mailbox_id) do update
     set holder_id = excluded.holder_id, leased_until = excluded.leased_until where l.leased_until <= now()
   returning l.workspace_id, l.mode, l.mailbox_id`,
);

export interface RenewedMailbox {
  mailbox_id: string;
  transport_version: number;
  status: MailboxStatus;
  /** It has an import that is not completed. */
  has_import: boolean;
}

/** Extends the leases of the process `$1`, except of mailboxes that were disabled, deleted or given another transport. */
export const renewLeases = systemStatement<RenewedMailbox>(
  'imap_lease.renew',
  ALL_WORKSPACES,
  `update imap_lease l set leased_until = now() + make_interval(secs => $2::double precision / 1000)
     from mailbox m
    where l.holder_id = $1 and l.mailbox_id = any($3::uuid[])
      and m.workspace_id = l.workspace_id and m.mode = l.mode and m.id = l.mailbox_id
      and m.transport ->> 'type' = 'imap_smtp' and m.status <> 'disabled'
   returning l.mailbox_id, m.transport_version, m.status,
     exists (select from mailbox_import i where i.workspace_id = l.workspace_id and i.mode = l.mode and i.mailbox_id = l.mailbox_id
                and i.completed_at is null) as has_import`,
);

export const releaseLeases = systemStatement<never>(
  'imap_lease.release',
  ALL_WORKSPACES,
  `update imap_lease set holder_id = null, leased_until = '-infinity' where holder_id = $1 and mailbox_id = any($2::uuid[])`,
);

/** Notes that the mailbox was disconnected because of its IMAP server. */
export const noteFailure = tenantStatement<never>(
  'imap_lease.note_failure',
  `update imap_lease set has_failed = true ${OF_MAILBOX} and not has_failed`,
);

/** Forgets that; a row if it was so. */
export const forgetFailure = tenantStatement<{ mailbox_id: string }>(
  'imap_lease.forget_failure',
  `update imap_lease set has_failed = false ${OF_MAILBOX} and has_failed returning mailbox_id`,
);

export const findPosition = tenantStatement<Position>(
  'imap_folder.find',
  `select account, username, uid_validity::double precision as uid_validity, last_uid::double precision as last_uid,
          walk_end::double precision as walk_end, started_at, walked_at
     from imap_folder ${OF_MAILBOX} and folder = $4`,
);

const IS_HELD = `exists (select from imap_lease l where l.workspace_id = $1 and l.mode = $2 and l.mailbox_id = $3
    and l.holder_id = $5 and l.leased_until > now())`;

/** Begins to read a folder at a position; no row without the lease. */
export const storePosition = tenantStatement<{ folder: string }>(
  'imap_folder.store',
  `insert into imap_folder as f
     (workspace_id, mode, mailbox_id, folder, account, username, uid_validity, last_uid, walk_end, started_at, walked_at)
   select $1, $2, $3, $4, $6, $7, $8::bigint, $9::bigint, $10::bigint, $11::timestamptz, $12::timestamptz where ${IS_HELD}
   on conflict (workspace_id, mode, mailbox_id, folder) do update
     set account = excluded.account, username = excluded.username, uid_validity = excluded.uid_validity,
         last_uid = excluded.last_uid, walk_end = excluded.walk_end, started_at = excluded.started_at, walked_at = excluded.walked_at
   returning f.folder`,
);

/** Notes that all mails up to the UID `$7` are stored; no row without the lease. */
export const advance = tenantStatement<{ folder: string }>(
  'imap_folder.advance',
  `update imap_folder set last_uid = greatest(last_uid, $7::bigint)
    ${OF_MAILBOX} and folder = $4 and uid_validity = $6::bigint and ${IS_HELD} returning folder`,
);

export const deleteFolders = tenantStatement<never>(
  'imap_folder.delete',
  `delete from imap_folder ${OF_MAILBOX}`,
);

export const deleteLease = tenantStatement<never>(
  'imap_lease.delete',
  `delete from imap_lease ${OF_MAILBOX}`,
);
