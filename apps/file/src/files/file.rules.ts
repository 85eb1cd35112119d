import { invalidParameter, type Upload } from '@parley/contracts';
import type { FileRow } from './file.entity.ts';

/** Whether a row is what the caller received for its upload. */
export const isOfUpload = (row: FileRow, { sha256, size }: Upload): boolean =>
  row.sha256 === sha256 && Number(row.size) === size;

/** The row of an upload that becomes a file. Throws 422 if it is gone or is not what the caller received for it. */
export function rowOfUpload([row]: readonly FileRow[], upload: Upload): FileRow {
  if (row === undefined || !isOfUpload(row, upload))
    throw invalidParameter('file', 'the upload has expired; send the file again');
  return row;
}
