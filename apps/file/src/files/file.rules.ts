import { invalidParameter, uuidOf, type Upload } from '@parley/contracts';
import type { FileRow } from './file.entity.ts';

/** The row of each upload, in their order. Throws 422 for `param` if one is gone or is not what the caller received for it. */
export function rowsOfUploads(rows: readonly FileRow[], uploads: readonly Upload[], param: string) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return uploads.map((upload) => {
    const row = byId.get(uuidOf('file', upload.id));
    if (row === undefined || row.sha256 !== upload.sha256 || Number(row.size) !== upload.size)
      throw invalidParameter(param, 'the upload has expired; send the file again');
    return row;
  });
}
