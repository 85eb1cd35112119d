import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineOperation, noContent } from '../operation.ts';
import { text } from '../schema.ts';
import { File } from './file.schema.ts';
import { Upload } from './upload.schema.ts';

const FileParams = z.object({ file_id: idOf('file') });

/** Empty segments and `.` mean nothing; `..` would mean another folder. */
const Folder = text(255, 0)
  .transform((path) =>
    path
      .normalize('NFC')
      .split('/')
      .filter((name) => name !== '' && name !== '.')
      .join('/'),
  )
  .refine((path) => !path.split('/').includes('..'), 'must not contain ..')
  .transform((path) => (path === '' ? null : path));

export const createFile = defineOperation({
  id: 'file.create',
  route: 'POST /v1/files',
  status: 201,
  scope: 'files:write',
  summary: 'Upload a file',
  description:
    'Stores the file of a multipart form. Its media type is determined from its content. Emits `file.created`.',
  multipart: { part: 'file', required: true },
  body: z.object({
    file: Upload.describe('The file'),
    folder: Folder.optional().meta({ description: 'Path of a folder', examples: ['invoices/2026'] }),
  }),
  response: File,
});

export const getFile = defineOperation({
  id: 'file.get',
  route: 'GET /v1/files/{file_id}',
  scope: 'files:read',
  summary: 'Retrieve a file',
  description: 'Returns the file with a download URL that is valid for a limited time.',
  params: FileParams,
  response: File,
});

export const deleteFile = defineOperation({
  id: 'file.delete',
  route: 'DELETE /v1/files/{file_id}',
  scope: 'files:write',
  summary: 'Delete a file',
  description:
    'Deletes the file and its content permanently; its download URLs end at once. A message that it was attached to shows ' +
    'it with `deleted_at` and without `url`. Emits `file.deleted`.',
  params: FileParams,
  response: noContent,
});
