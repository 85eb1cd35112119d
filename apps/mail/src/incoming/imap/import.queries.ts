import { Selection, systemStatement, tenantStatement } from '@parley/persistence';
import { IncomingMailRow } from '../incoming-mail.entity.ts';

const OF_MAILBOX = 'where workspace_id = $1 and mode = $2 and mailbox_id = $3';

/** An import that is not completed. */
export interface ImportTask {
  since: Date;
  account: string | null;
  uid_validity: number | null;
  last_uid: number;
  end_uid: number | null;
}

export const findImport = tenantStatement<ImportTask>(
  'mailbox_import.find',
  `select since, account, uid_validity::double precision as uid_validity, last_uid::double precision as last_uid,
          end_uid::double precision as end_uid
     from mailbox_import ${OF_MAILBOX} and completed_at is null`,
);

/** Begins an import; no row if the same one is under way. */
export const setImport = tenantStatement<{ mailbox_id: string }>(
  'mailbox_import.set',
  `insert into mailbox_import as i (workspace_id, mode, mailbox_id, since) values ($1, $2, $3, $4)
   on conflict (workspace_id, mode, mailbox_id) do update
     set since = excluded.since, account = null, uid_validity = null, last_uid = 0, end_uid = null, imported = 0, completed_at = null
     where i.since <> excluded.since or i.completed_at is not null
   returning i.mailbox_id`,
);

export const deleteImport = tenantStatement<{ mailbox_id: string }>(
  'mailbox_import.delete',
  `delete from mailbox_import ${OF_MAILBOX} returning mailbox_id`,
);

/** Begins to read a folder with the UIDs `$6`, up to `$7`, from its beginning. */
export const placeImport = tenantStatement<never>(
  'mailbox_import.place',
  `update mailbox_import set account = $5, uid_validity = $6::bigint, last_uid = 0, end_uid = $7::bigint
    ${OF_MAILBOX} and since = $4 and completed_at is null`,
);

/** Notes that the mails up to the UID `$6` are done; no row if the import was replaced meanwhile. */
export const advanceImport = tenantStatement<{ mailbox_id: string }>(
  'mailbox_import.advance',
  `update mailbox_import set last_uid = greatest(last_uid, $6::bigint)
    ${OF_MAILBOX} and since = $4 and uid_validity = $5::bigint and completed_at is null returning mailbox_id`,
);

export const completeImport = tenantStatement<never>(
  'mailbox_import.complete',
  `update mailbox_import set completed_at = now() ${OF_MAILBOX} and since = $4 and uid_validity = $5::bigint and completed_at is null`,
);

export const countImported = tenantStatement<never>(
  'mailbox_import.count',
  `update mailbox_import set imported = imported + 1 ${OF_MAILBOX}`,
);

/** Mails of an import that nobody has read: the last one, unless a process ended. */
export const findImporting = tenantStatement<IncomingMailRow>(
  'incoming_mail.find_importing',
  `${Selection.of(IncomingMailRow).select()} ${OF_MAILBOX} and status = 'importing' order by id limit 20`,
);

/** Leaves what an import has stored to the reader of all other mails, since nobody imports any more. */
export const releaseImporting = tenantStatement<never>(
  'incoming_mail.release_importing',
  `update incoming_mail set status = 'stored', version = version + 1, updated_at = now() ${OF_MAILBOX} and status = 'importing'`,
);

/** The same for mails that were stored while their import ended. */
export const releaseAbandoned = systemStatement<{ released: 1 }>(
  'incoming_mail.release_abandoned',
  'imports of all workspaces end',
  `update incoming_mail m set status = 'stored', version = version + 1, updated_at = now()
    where status = 'importing' and not exists (
      select from mailbox_import i
       where i.workspace_id = m.workspace_id and i.mode = m.mode and i.mailbox_id = m.mailbox_id and i.completed_at is null)
   returning 1 as released`,
);
