import { emailKey, type User } from '@parley/contracts';
import { phoneKeys } from '@parley/lists';
import { systemStatement, tenantStatement, workspaceStatement } from '@parley/persistence';

export interface ContactProjection {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  phone_e164: string | null;
  deleted: boolean;
}

export interface UserProjection {
  id: string;
  name: string;
  status: User['status'];
}

export const findContactProjection = tenantStatement<ContactProjection>(
  'contact_projection.find',
  'select id, name, email, phone, phone_e164, deleted from contact_projection where workspace_id = $1 and mode = $2 and id = $3',
);

export const findContactProjectionByEmail = tenantStatement<ContactProjection>(
  'contact_projection.find_by_email',
  `select id, name, email, phone, phone_e164, deleted from contact_projection
    where workspace_id = $1 and mode = $2 and email_key = $3 limit 1`,
);

/** What records show of their contact, and are found by. */
export type ContactFields = Omit<ContactProjection, 'deleted'>;

/** The first values of {@link upsertContactProjection}. */
export const projected = ({ id, name, email, phone, phone_e164 }: ContactFields) =>
  [
    ...([id, name, email, email === null ? null : emailKey(email), phone, phone_e164] as const),
    phone_e164 === null ? null : phoneKeys(phone_e164, null).phone_national,
  ] as const;

/** Only a newer event changes the projection. A contact fetched from its service has the lowest sequence. */
export const upsertContactProjection = tenantStatement<never>(
  'contact_projection.upsert',
  `insert into contact_projection (workspace_id, mode, id, name, email, email_key, phone, phone_e164, phone_national, deleted, sequence)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   on conflict (workspace_id, mode, id) do update
     set name = excluded.name, email = excluded.email, email_key = excluded.email_key, phone = excluded.phone,
       phone_e164 = excluded.phone_e164, phone_national = excluded.phone_national, deleted = excluded.deleted, sequence = excluded.sequence
   where contact_projection.sequence < excluded.sequence`,
);

/** Inserts sample contacts, for which no events exist, with the lowest sequence. A deleted projection is restored. */
export const insertSampleContacts = tenantStatement<{ id: string }>(
  'contact_projection.insert_sample',
  `insert into contact_projection (workspace_id, mode, id, name, email, email_key, phone, phone_e164, phone_national, sequence)
   select $1, $2, id, name, email, email_key, phone, phone_e164, phone_national, ''
     from json_to_recordset($3::json) as sent(
       id uuid, name text, email text, email_key text, phone text, phone_e164 text, phone_national text)
   on conflict (workspace_id, mode, id) do update
     set name = excluded.name, email = excluded.email, email_key = excluded.email_key, phone = excluded.phone,
       phone_e164 = excluded.phone_e164, phone_national = excluded.phone_national, deleted = false
   where contact_projection.deleted returning id`,
);

export const findUserProjection = workspaceStatement<UserProjection>(
  'user_projection.find',
  'select id, name, status from user_projection where workspace_id = $1 and id = $2',
);

/** Waits for an event of the user that is being processed, and lets none be processed before the end of the transaction. */
export const lockUserStatus = workspaceStatement<Pick<UserProjection, 'status'>>(
  'user_projection.lock_status',
  'select status from user_projection where workspace_id = $1 and id = $2 for share',
);

/** A row if the user was activated after an event. */
export const findLaterActivation = workspaceStatement<{ id: string }>(
  'user_projection.find_later_activation',
  `select id from user_projection where workspace_id = $1 and id = $2 and status = 'active' and sequence > $3`,
);

export const upsertUserProjection = workspaceStatement<never>(
  'user_projection.upsert',
  `insert into user_projection (workspace_id, id, name, status, sequence) values ($1, $2, $3, $4, $5)
   on conflict (workspace_id, id) do update
     set name = excluded.name, status = excluded.status, sequence = excluded.sequence
   where user_projection.sequence < excluded.sequence`,
);

export interface TeamProjection {
  id: string;
  name: string;
}

export const findTeamProjection = workspaceStatement<TeamProjection & { deleted: boolean }>(
  'team_projection.find',
  'select id, name, deleted from team_projection where workspace_id = $1 and id = $2',
);

/** Waits for the deletion of the team that is being processed, and lets none be processed before the end of the transaction. */
export const lockTeamProjection = workspaceStatement<{ deleted: boolean }>(
  'team_projection.lock',
  'select deleted from team_projection where workspace_id = $1 and id = $2 for share',
);

export const upsertTeamProjection = workspaceStatement<never>(
  'team_projection.upsert',
  `insert into team_projection (workspace_id, id, name, sequence) values ($1, $2, $3, $4)
   on conflict (workspace_id, id) do update set name = excluded.name, sequence = excluded.sequence
   where team_projection.sequence < excluded.sequence`,
);

/** The row stays, so that no record gets the team afterwards. */
export const deleteTeamProjection = workspaceStatement<never>(
  'team_projection.delete',
  `insert into team_projection (workspace_id, id, name, deleted, sequence) values ($1, $2, '', true, $3)
   on conflict (workspace_id, id) do update set name = '', deleted = true, sequence = excluded.sequence`,
);

/** Records per transaction. It holds a lock on the contact, so new records of the contact wait for it. */
const REINDEX_BATCH = 500;

export const reindexNextContact = systemStatement<{ more: boolean }>(
  'search.reindex_next',
  'housekeeping of all workspaces',
  `select reindex_next(${REINDEX_BATCH}) as more`,
);
