import { errorOf, formatSize, invalidParameter, uuidOf, type Attachable } from '@parley/contracts';
import type { UploadLimitsConfig } from '@parley/files';
import type { FileRow } from './file.entity.ts';
import { isOfUpload } from './file.rules.ts';

type Limits = Pick<UploadLimitsConfig, 'ATTACHMENTS_MAX' | 'ATTACHMENTS_SIZE_MAX'>;

/** A file or upload, and whether the message has it already. */
export type AttachableRow = FileRow & { is_attached: boolean };

/** The row of each file of a message, in their order. Throws 422 for one that cannot be attached, and for too many or too large ones. */
export function attachableRows(
  found: readonly AttachableRow[],
  files: readonly Attachable[],
  { ATTACHMENTS_MAX, ATTACHMENTS_SIZE_MAX }: Limits,
): FileRow[] {
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = files.map((file, index) => rowOf(byId, file, `attachments[${index}]`));
  const refuse = (code: 'too_many_items' | 'file_too_large', message: string) =>
    errorOf([{ code, param: 'attachments', message }]);
  if (rows.length > ATTACHMENTS_MAX)
    throw refuse('too_many_items', `must have at most ${ATTACHMENTS_MAX} files`);
  const bytes = rows.reduce((sum, { size }) => sum + Number(size), 0);
  if (bytes > ATTACHMENTS_SIZE_MAX)
    throw refuse('file_too_large', `must be at most ${formatSize(ATTACHMENTS_SIZE_MAX)} together`);
  return rows;
}

function rowOf(byId: ReadonlyMap<string, AttachableRow>, file: Attachable, param: string): FileRow {
  const found = byId.get(uuidOf('file', typeof file === 'string' ? file : file.id));
  if (typeof file === 'string') {
    // An upload is no file before its own operation has committed.
    if (found?.status !== 'available' || (found.expires_at !== null && !found.is_attached))
      throw invalidParameter(param, 'is not a file of this workspace and mode');
  } else if (
    found === undefined ||
    !isOfUpload(found, file) ||
    (found.status !== 'staged' && !found.is_attached)
  )
    throw invalidParameter(param, 'the upload has expired; send the file again');
  const { is_attached: _, ...row } = found;
  return row;
}
