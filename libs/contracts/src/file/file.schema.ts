import { z } from 'zod';
import { component, integer, nullableString, string } from '../documented.ts';
import { idOf } from '../id.ts';
import { CreatedAt, Timestamp } from '../schema.ts';

export const File = component('UploadedFile', 'An uploaded file', {
  id: idOf('file'),
  name: string('File name', 'invoice.pdf'),
  size: integer('Size in bytes', 48213),
  mime_type: string('Media type, determined from the content', 'application/pdf'),
  folder: nullableString('Path of the folder, or null', 'invoices/2026'),
  url: nullableString(
    'Signed, expiring download URL, issued anew at every read; null once the file is deleted. That of an event may have ' +
      'expired when the event arrives',
    'https://files.example.com/f',
  ),
  created_at: CreatedAt,
  deleted_at: Timestamp.nullable().describe(
    'Time of deletion, or null. Only the event `file.deleted` shows a deleted file',
  ),
});
export type File = z.output<typeof File>;
