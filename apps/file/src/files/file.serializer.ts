import { encodeId, type Attachment, type File, type Tenant } from '@parley/contracts';
import type { FileLinks } from '@parley/files';
import { versioned } from '@parley/runtime/records';
import type { FileRow } from './file.entity.ts';

export function toFile(row: FileRow, links: FileLinks): File {
  const attachment = toAttachment(row);
  const url = links.urlOf(tenantOf(row), attachment);
  return versioned(row.version, { ...attachment, url });
}

export function toDeletedFile(row: FileRow, at: Date): File {
  return { ...toAttachment(row), url: null, deleted_at: at.toISOString() };
}

export function toAttachment(row: FileRow): Attachment {
  return {
    id: encodeId('file', row.id),
    name: row.name,
    size: Number(row.size),
    mime_type: row.mime_type,
    folder: row.folder,
    message_id: row.message_id === null ? null : encodeId('message', row.message_id),
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
