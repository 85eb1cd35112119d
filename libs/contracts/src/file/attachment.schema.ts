import { z } from 'zod';
import { component, documentedAs, integer, nullableString, string } from '../documented.ts';
import { idOf, type Id } from '../id.ts';
import { Timestamp } from '../schema.ts';
import { Upload } from './upload.schema.ts';

export const Attachment = component('Attachment', 'A file of a message, as it was attached', {
  id: idOf('attachment'),
  file_id: idOf('file'),
  name: string('File name', 'invoice.pdf'),
  size: integer('Size in bytes', 48213),
  mime_type: string('Media type, determined from the content', 'application/pdf'),
  url: nullableString(
    'Signed, expiring download URL, issued anew at every read; null once the file is deleted',
    'https://files.example.com/f',
  ),
  deleted_at: Timestamp.nullable().describe('Time at which the file was deleted, or null'),
});
export type Attachment = z.output<typeof Attachment>;

/** An attachment as its message stores it: without what is derived at each read. */
export const StoredAttachment = Attachment.omit({ url: true });
export type StoredAttachment = z.output<typeof StoredAttachment>;

/** Files of a message by their ids, at most as many as `ATTACHMENTS_MAX` may allow. */
export const FileIds = z
  .array(idOf('file'))
  .max(50)
  .superRefine((ids, context) => {
    ids.forEach((id, index) => {
      if (ids.indexOf(id) < index)
        context.addIssue({ code: 'custom', path: [index], message: 'must not repeat a file' });
    });
  })
  .describe(
    'Ids of files to attach: each was uploaded by `POST /v1/files`, in the same mode. They require the scope `files:read`',
  );

/** What can be attached: a file, or an upload that becomes one. */
export const Attachable = documentedAs(z.union([idOf('file'), Upload]), Upload);
export type Attachable = Id<'file'> | Upload;
