import { createdWithin, defineList, equals, type Filter } from '@parley/lists';
import { Selection, tenantStatement } from '@parley/persistence';
import { FileRow } from './file.entity.ts';

/** What stays if its message exists: an upload, with its message once it is attached, or an attachment of a file. */
export interface Undecided {
  file_id: string | null;
  message_id: string | null;
  /** Whether the file is the source of a mail, which may become a message later. */
  is_source: boolean;
}

const FILES = Selection.of(FileRow);
const OF_TENANT = `${FILES.select()} where workspace_id = $1 and mode = $2`;

export const findFile = tenantStatement<FileRow>(
  'file.find',
  `${OF_TENANT} and id = $3 and status = 'available'`,
);

/** What another service and who has a link may read: also the source of a mail. */
export const findReadableFile = tenantStatement<FileRow>(
  'file.find_readable',
  `${OF_TENANT} and id = $3 and status in ('available', 'source')`,
);

export const findSource = tenantStatement<FileRow>(
  'file.find_source',
  `${OF_TENANT} and id = $3 and status = 'source'`,
);

export const findFileForUpdate = tenantStatement<FileRow>(
  'file.find_for_update',
  `${findFile.text} for update`,
);

export const lockStagedFiles = tenantStatement<FileRow>(
  'file.lock_staged',
  `${OF_TENANT} and id = any($3::uuid[]) and status = 'staged' order by id for update`,
);

/** Uploads whose bytes are stored, and files: none of them can be deleted before the end of the transaction. */
export const lockAttachable = tenantStatement<FileRow>(
  'file.lock_attachable',
  `${OF_TENANT} and id = any($3::uuid[]) and status in ('staged', 'available') order by id for update`,
);

/** The given files that a message has: a call that is repeated finds what it did before. */
export const findAttachedTo = tenantStatement<{ file_id: string }>(
  'attachment.find_of_message',
  `select file_id from attachment
    where workspace_id = $1 and mode = $2 and message_id = $3 and file_id = any($4::uuid[])`,
);

export const insertAttachments = tenantStatement<never>(
  'attachment.insert',
  `insert into attachment (workspace_id, mode, id, file_id, conversation_id, message_id, expires_at)
   select $1, $2, id, file_id, $5, $6, $7 from unnest($3::uuid[], $4::uuid[]) as new (id, file_id)
   on conflict (workspace_id, mode, id) do nothing`,
);

/** What no message or operation has committed to yet. */
export const findUndecidedFiles = tenantStatement<Undecided>(
  'file.find_undecided',
  `select f.id as file_id, a.message_id, f.status = 'source' as is_source from file f
     left join attachment a on a.workspace_id = f.workspace_id and a.mode = f.mode and a.file_id = f.id
    where f.workspace_id = $1 and f.mode = $2 and f.id = any($3::uuid[]) and f.expires_at is not null`,
);

/** The files of the attachments that it confirms. */
export const confirmAttachments = tenantStatement<{ file_id: string }>(
  'attachment.confirm',
  `update attachment set expires_at = null
    where workspace_id = $1 and mode = $2 and message_id = any($3::uuid[]) and expires_at is not null
    returning file_id`,
);

export const discardAttachments = tenantStatement<{ file_id: string; is_last: boolean }>(
  'attachment.discard',
  `delete from attachment
    where workspace_id = $1 and mode = $2 and message_id = any($3::uuid[]) and expires_at is not null
    returning file_id, is_last`,
);

export const removeAttachmentsOfMessages = tenantStatement<{ file_id: string }>(
  'attachment.remove_of_messages',
  `delete from attachment where workspace_id = $1 and mode = $2 and message_id = any($3::uuid[]) returning file_id`,
);

/** The files of messages that were moved into another conversation. */
export const moveAttachmentsOfMessages = tenantStatement<never>(
  'attachment.move_of_messages',
  `update attachment set conversation_id = $4
    where workspace_id = $1 and mode = $2 and message_id = any($3::uuid[]) and conversation_id <> $4`,
);

/** The files of a message that is in another conversation than it was expected to be when its files were stored. */
export const moveAttachmentsOfMessage = tenantStatement<never>(
  'attachment.move_of_message',
  `update attachment set conversation_id = $4
    where workspace_id = $1 and mode = $2 and message_id = $3 and conversation_id <> $4`,
);

/** Once a file is deleted. Those that are not confirmed tell their messages (see confirm). */
export const removeAttachmentsOfFiles = tenantStatement<never>(
  'attachment.remove_of_files',
  `delete from attachment
    where workspace_id = $1 and mode = $2 and file_id = any($3::uuid[]) and expires_at is null`,
);

/** Those that exist, in the order in which all transactions lock them. */
export const lockFiles = tenantStatement<FileRow>(
  'file.lock',
  `${OF_TENANT} and id = any($3::uuid[]) and status in ('available', 'source') order by id for update`,
);

/** The given files that a message has. */
export const findAttached = tenantStatement<{ file_id: string }>(
  'attachment.find_of_files',
  `select distinct file_id from attachment where workspace_id = $1 and mode = $2 and file_id = any($3::uuid[])`,
);

/** Once another message has given the given files up: they go with what may still have them, if that is undone. */
export const markLastAttachments = tenantStatement<never>(
  'attachment.mark_last',
  `update attachment set is_last = true
    where workspace_id = $1 and mode = $2 and file_id = any($3::uuid[]) and expires_at is not null`,
);

/** Files that a transaction deletes: each is locked and emits an event. */
export const DELETE_BATCH = 100;

export const removeAttachmentsOfConversation = tenantStatement<{ file_id: string }>(
  'attachment.remove_of_conversation',
  `delete from attachment where workspace_id = $1 and mode = $2 and id in (
      select id from attachment where workspace_id = $1 and mode = $2 and conversation_id = $3
       order by id limit ${DELETE_BATCH})
   returning file_id`,
);

export const DELETED = 'workspace_id, mode, id, object_id, status, expires_at';

/** An object of a file that is being uploaded may be written until the upload has expired. */
export const REMOVE_OBJECTS = `removed as (
    insert into removed_object (workspace_id, mode, file_id, due_at)
    select workspace_id, mode, coalesce(object_id, id), case status when 'uploading' then expires_at else now() end from deleted
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

const isKind = (type: string): boolean => type.endsWith('/*');

const mimeType: Filter = {
  sql: (value: string) => (isKind(value) ? `split_part(mime_type, '/', 1) = ?` : 'mime_type = ?'),
  value: (value: string) => (isKind(value) ? value.slice(0, -2) : value),
  isScanned: isKind,
};

export const fileList = defineList<FileRow>({
  name: 'file.list',
  rows: FILES,
  sorts: { created_at: 'created_at' },
  filters: {
    status: equals('status'),
    folder: {
      sql: (path: string) => (path === 'none' ? 'folder is null' : 'folder = ?'),
      value: (path: string) => path,
    },
    name: {
      sql: `strpos(name_key, lower(? collate "und-x-icu")) > 0`,
      value: (part: string) => part.normalize('NFC'),
      isScanned: () => true,
    },
    mime_type: mimeType,
    ...createdWithin,
  },
});
