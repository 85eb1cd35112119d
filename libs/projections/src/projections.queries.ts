import { systemStatement, tenantStatement, workspaceStatement } from '@parley/persistence';

export interface ContactProjection {
  id: string;
  name: string | null;
  email: string | null;
  deleted: boolean;
}

export interface UserProjection {
  id: string;
  name: string;
  status: 'active' | 'inactive';
}

export const findContactCopy = tenantStatement<ContactProjection>(
  'contact_projection.find',
  'select id, name, email, deleted from contact_projection where workspace_id = $1 and mode = $2 and id = $3',
);

export const findContactCopyByEmail = tenantStatement<ContactProjection>(
  'contact_projection.find_by_email',
  `select id, name, email, deleted from contact_projection
    where workspace_id = $1 and mode = $2 and email_key = $3 limit 1`,
);

/** Events may come twice or late: only a newer one changes the copy. A fetched copy has the lowest sequence. */
export const keepContactCopy = tenantStatement<never>(
  'contact_projection.keep',
  `insert into contact_projection (workspace_id, mode, id, name, email, email_key, deleted, sequence)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (workspace_id, mode, id) do update
     set name = excluded.name, email = excluded.email, email_key = excluded.email_key, deleted = excluded.deleted,
       sequence = excluded.sequence
   where contact_projection.sequence < excluded.sequence`,
);

/**
 * Of contacts that were written without an event. They have the lowest sequence, like those that were fetched. One that
 * was deleted has been written anew.
 */
export const insertSampleContacts = tenantStatement<{ id: string }>(
  'contact_projection.insert_sample',
  `insert into contact_projection (workspace_id, mode, id, name, email, email_key, sequence)
   select $1, $2, id, name, email, email_key, ''
     from json_to_recordset($3::json) as sent(id uuid, name text, email text, email_key text)
   on conflict (workspace_id, mode, id) do update
     set name = excluded.name, email = excluded.email, email_key = excluded.email_key, deleted = false
   where contact_projection.deleted returning id`,
);

export const findUserCopy = workspaceStatement<UserProjection>(
  'user_projection.find',
  'select id, name, status from user_projection where workspace_id = $1 and id = $2',
);

export const keepUserCopy = workspaceStatement<never>(
  'user_projection.keep',
  `insert into user_projection (workspace_id, id, name, status, sequence) values ($1, $2, $3, $4, $5)
   on conflict (workspace_id, id) do update
     set name = excluded.name, status = excluded.status, sequence = excluded.sequence
   where user_projection.sequence < excluded.sequence`,
);

/** Few enough that a contact's new records do not wait for long. */
const RENEWED = 500;

export const renewNextWords = systemStatement<{ more: boolean }>(
  'search.renew_next',
  'housekeeping of all workspaces',
  `select reindex_next(${RENEWED}) as more`,
);
