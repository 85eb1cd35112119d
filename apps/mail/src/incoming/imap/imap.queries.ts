import { tenantStatement } from '@parley/persistence';
import { isHeldBy, staysHeldBy } from '../fetching/lease.queries.ts';
import type { Position } from './position.rules.ts';

/** The folder whose mails are those of a mailbox. */
export const FOLDER = 'INBOX';

const OF_MAILBOX = 'where workspace_id = $1 and mode = $2 and mailbox_id = $3';

export const findPosition = tenantStatement<Position>(
  'imap_folder.find',
  `select account, username, uid_validity::double precision as uid_validity, last_uid::double precision as last_uid,
          walk_end::double precision as walk_end, started_at, walked_at
     from imap_folder ${OF_MAILBOX} and folder = $4`,
);

/** Begins to read a folder at a position; no row without the lease. */
export const storePosition = tenantStatement<{ folder: string }>(
  'imap_folder.store',
  `insert into imap_folder as f
     (workspace_id, mode, mailbox_id, folder, account, username, uid_validity, last_uid, walk_end, started_at, walked_at)
   select $1, $2, $3, $4, $6, $7, $8::bigint, $9::bigint, $10::bigint, $11::timestamptz, $12::timestamptz where ${staysHeldBy('$5')}
   on conflict (workspace_id, mode, mailbox_id, folder) do update
     set account = excluded.account, username = excluded.username, uid_validity = excluded.uid_validity,
         last_uid = excluded.last_uid, walk_end = excluded.walk_end, started_at = excluded.started_at, walked_at = excluded.walked_at
   returning f.folder`,
);

/** Notes that all mails up to the UID `$7` are stored; no row without the lease. */
export const advance = tenantStatement<{ folder: string }>(
  'imap_folder.advance',
  `update imap_folder set last_uid = greatest(last_uid, $7::bigint)
    ${OF_MAILBOX} and folder = $4 and uid_validity = $6::bigint and ${isHeldBy('$5')} returning folder`,
);

export const deleteFolders = tenantStatement<never>(
  'imap_folder.delete',
  `delete from imap_folder ${OF_MAILBOX}`,
);
