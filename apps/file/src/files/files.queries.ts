import { Selection, tenantStatement } from '@parley/persistence';
import { FileRow } from './file.entity.ts';

/** A file that stays if its message exists. */
export type UndecidedFile = Pick<FileRow, 'id' | 'message_id'>;

const FILES = Selection.of(FileRow);
const OF_TENANT = `${FILES.select()} where workspace_id = $1 and mode = $2`;

export const findFile = tenantStatement<FileRow>(
  'file.find',
  `${OF_TENANT} and id = $3 and status = 'available'`,
);

export const findFileForUpdate = tenantStatement<FileRow>(
  'file.find_for_update',
  `${findFile.text} for update`,
);

export const lockStagedFiles = tenantStatement<FileRow>(
  'file.lock_staged',
  `${OF_TENANT} and id = any($3::uuid[]) and status = 'staged' order by id for update`,
);

/** Uploads whose bytes are stored, and files of this message: a call that is repeated finds what it did before. */
export const lockAttachableFiles = tenantStatement<FileRow>(
  'file.lock_attachable',
  `${OF_TENANT} and id = any($3::uuid[])
     and (status = 'staged' or status = 'available' and conversation_id = $4 and message_id = $5)
   order by id for update`,
);

/** What no message or operation has committed to yet. */
export const findUndecidedFiles = tenantStatement<UndecidedFile>(
  'file.find_undecided',
  `select id, message_id from file
    where workspace_id = $1 and mode = $2 and id = any($3::uuid[]) and expires_at is not null`,
);

export const lockUnconfirmedFiles = tenantStatement<FileRow>(
  'file.lock_unconfirmed',
  `${OF_TENANT} and message_id = any($3::uuid[]) and status = 'available' and expires_at is not null
   order by id for update`,
);

export const lockFilesOfMessages = tenantStatement<FileRow>(
  'file.lock_of_messages',
  `${OF_TENANT} and message_id = any($3::uuid[]) and status = 'available' order by id for update`,
);

/** Files that a transaction deletes: each is locked and emits an event. */
export const DELETE_BATCH = 100;

export const lockFilesOfConversation = tenantStatement<FileRow>(
  'file.lock_of_conversation',
  `${OF_TENANT} and conversation_id = $3 and status = 'available' order by id limit ${DELETE_BATCH} for update`,
);

const DELETED = 'workspace_id, mode, id, status, expires_at';

/** An object of a file that is being uploaded may be written until the upload has expired. */
const REMOVE_OBJECTS = `removed as (
    insert into removed_object (workspace_id, mode, file_id, due_at)
    select workspace_id, mode, id, case status when 'uploading' then expires_at else now() end from deleted
    on conflict (workspace_id, mode, file_id) do update set due_at = excluded.due_at, attempts = 0)`;

/** Deletes the rows of files that were locked, and has their objects removed. */
export const deleteFiles = tenantStatement<{ id: string }>(
  'file.delete',
  `with deleted as (
    delete from file where workspace_id = $1 and mode = $2 and id = any($3::uuid[]) returning ${DELETED}), ${REMOVE_OBJECTS}
  select id from deleted`,
);

/** What no message or operation has committed to. */
export const discardFiles = tenantStatement<{ id: string }>(
  'file.discard',
  `with deleted as (
    delete from file where workspace_id = $1 and mode = $2 and id = any($3::uuid[]) and expires_at is not null
    returning ${DELETED}), ${REMOVE_OBJECTS}
  select id from deleted`,
);
