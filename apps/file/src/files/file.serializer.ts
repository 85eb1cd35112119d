import { encodeId, type File, type StoredAttachment, type Tenant, type Upload } from '@parley/contracts';
import type { FileLinks } from '@parley/files';
import { uuidFor, versioned } from '@parley/runtime/records';
import type { FileRow } from './file.entity.ts';

export function toFile(row: FileRow, links: FileLinks): File {
  const file = withoutUrl(row);
  return versioned(row.version, { ...file, url: links.urlOf(tenantOf(row), file) });
}

export function toDeletedFile(row: FileRow, at: Date): File {
  return { ...withoutUrl(row), url: null, deleted_at: at.toISOString() };
}

export function toUpload({ id, name, size, mime_type, sha256 }: FileRow): Upload {
  return { id: encodeId('file', id), name, size: Number(size), mime_type, sha256 };
}

export const attachmentUuid = (messageId: string, fileId: string): string =>
  uuidFor('attachment', messageId, fileId);

export function toAttachment(row: FileRow, messageId: string): StoredAttachment {
  return {
    id: encodeId('attachment', attachmentUuid(messageId, row.id)),
    file_id: encodeId('file', row.id),
    name: row.name,
    size: Number(row.size),
    mime_type: row.mime_type,
    deleted_at: null,
  };
}

function withoutUrl(row: FileRow): Omit<File, 'url'> {
  return {
    id: encodeId('file', row.id),
    name: row.name,
    size: Number(row.size),
    mime_type: row.mime_type,
    folder: row.folder,
    created_at: row.created_at.toISOString(),
    deleted_at: null,
  };
}

export function tenantOf({
  workspace_id: workspaceId,
  mode,
}: Pick<FileRow, 'workspace_id' | 'mode'>): Tenant {
  return { workspaceId: encodeId('workspace', workspaceId), mode };
}
