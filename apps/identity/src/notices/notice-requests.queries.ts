import { systemStatement, workspaceStatement, type EncryptedRows } from '@parley/persistence';
import { NIL_UUID } from '@parley/runtime/records';

const ALL_WORKSPACES = 'the queue is that of all workspaces, and of addresses whose workspace is not known';

export interface NoticeRequestRow {
  id: string;
  workspace_id: string | null;
  kind: 'invitation' | 'password_reset';
  encrypted: Buffer;
  expires_at: Date;
}

export const insertInvitationRequest = workspaceStatement<never>(
  'notice_request.insert_invitation',
  `insert into notice_request (workspace_id, id, kind, encrypted, due_at, expires_at, created_at)
   values ($1, $2, 'invitation', $3, now(), $4, now())`,
);

export const insertResetRequest = systemStatement<never>(
  'notice_request.insert_reset',
  'the workspace is not known before the accounts of the address are',
  `insert into notice_request (id, kind, encrypted, due_at, expires_at, created_at)
   values ($1, 'password_reset', $2, now(), $3, now())`,
);

/** Claims up to `$1` due requests. They come again after 20 seconds, then after twice as long each time, up to 5 minutes. */
export const claimRequests = systemStatement<NoticeRequestRow>(
  'notice_request.claim',
  ALL_WORKSPACES,
  `update notice_request r set attempts = r.attempts + 1,
          due_at = now() + least(interval '5 minutes', interval '20 seconds' * 2 ^ least(r.attempts, 10))
     from (select id from notice_request where due_at <= now() order by due_at limit $1::integer
             for update skip locked) due
    where r.id = due.id returning r.id, r.workspace_id, r.kind, r.encrypted, r.expires_at`,
);

export const deleteRequest = systemStatement<never>(
  'notice_request.delete',
  ALL_WORKSPACES,
  'delete from notice_request where id = $1',
);

export const purposeOf = (id: string): string => `notice request:${id}`;

type EncryptedRow = { id: string; encrypted: Buffer[] };

export const encryptedRequests: EncryptedRows<EncryptedRow> = {
  type: 'notice_requests',
  select: systemStatement<EncryptedRow>(
    'notice_request.encrypted',
    ALL_WORKSPACES,
    `select id::text, array[encrypted] as encrypted from notice_request
      where id > $1::uuid and substring(encrypted for length($2::bytea)) <> $2 order by id limit $3`,
  ),
  update: systemStatement(
    'notice_request.reencrypt',
    ALL_WORKSPACES,
    `update notice_request set encrypted = ($3::bytea[])[1]
      where id = $1::uuid and array[encrypted] = $2::bytea[] returning 1 as updated`,
  ),
  firstKey: [NIL_UUID],
  keyOf: (row) => [row.id],
  purposeOf: (row) => purposeOf(row.id),
};
