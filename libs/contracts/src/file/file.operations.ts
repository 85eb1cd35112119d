import { z } from 'zod';
import { createdRange, listQuery } from '../page.ts';
import { defineResource } from '../resource.ts';
import { withoutInvisible } from '../invisible.ts';
import { text } from '../schema.ts';
import { File } from './file.schema.ts';
import { Upload } from './upload.schema.ts';

/** Empty segments and `.` mean nothing; `..` would mean another folder. Blanks around a name are trimmed. */
const Folder = text(255, 0)
  .transform((path) =>
    withoutInvisible(path)
      .normalize('NFC')
      .split('/')
      .map((name) => name.trim())
      .filter((name) => name !== '' && name !== '.')
      .join('/'),
  )
  .refine((path) => !path.split('/').includes('..'), 'must not contain ..')
  .refine((path) => path.length <= 255, 'must have at most 255 characters in NFC')
  .transform((path) => (path === '' ? null : path));

const files = defineResource('file', File, { path: '/v1/files', read: 'files:read', write: 'files:write' });

export const createFile = files.create({
  summary: 'Upload a file',
  description:
    'Stores the file of a multipart form. Its media type is determined from its content. Emits `file.created`.',
  multipart: { part: 'file', required: true },
  body: z.object({
    file: Upload.describe('The file'),
    folder: Folder.optional().meta({ description: 'Path of a folder', examples: ['invoices/2026'] }),
  }),
});

export const listFiles = files.list({
  description:
    'Returns the files that match all filters, newest first by default, each with a new download URL.',
  query: listQuery(['created_at'], {
    folder: Folder.transform((path) => path ?? 'none')
      .optional()
      .meta({
        description: 'Path of the folder, or `none` for files in none; not those in folders below it',
        examples: ['invoices/2026'],
      }),
    name: text(255)
      .optional()
      .meta({ description: 'Part of the name (case-insensitive)', examples: ['invoice'] }),
    mime_type: z
      .string()
      .regex(/^[\w.+-]+\/(?:[\w.+-]+|\*)$/, 'must be a media type, such as application/pdf or image/*')
      .optional()
      .meta({ description: 'Media type, or all of a kind', examples: ['application/pdf', 'image/*'] }),
    ...createdRange,
  }),
});

export const getFile = files.get({
  description: 'Returns the file with a download URL that is valid for a limited time.',
});

export const deleteFile = files.delete({
  description:
    'Deletes the file and its content permanently; its download URLs end at once. The messages that it was attached to show ' +
    'it with `deleted_at` and without `url`. Emits `file.deleted`.',
});
