import { z } from 'zod';
import { idOf } from '../id.ts';
import { CreatedAt, nullableString, Timestamp } from '../schema.ts';

export const File = z
  .object({
    id: idOf('file'),
    name: z.string().meta({ description: 'File name', examples: ['invoice.pdf'] }),
    size: z.int().meta({ description: 'Size in bytes', examples: [48213] }),
    mime_type: z.string().meta({
      description: 'Media type, determined from the content',
      examples: ['application/pdf'],
    }),
    folder: nullableString('Path of the folder, or null', 'invoices/2026'),
    url: z
      .string()
      .nullable()
      .meta({
        description:
          'Signed, expiring download URL, issued anew at every read; null once the file is deleted. That of an event may have ' +
          'expired when the event arrives',
        examples: ['https://files.example.com/f'],
      }),
    message_id: idOf('message').nullable().meta({
      description: 'Id of the message that the file is attached to, or null',
    }),
    created_at: CreatedAt,
    deleted_at: Timestamp.nullable().meta({
      description:
        'Time of deletion, or null. A deleted file is shown by the message that it was attached to',
    }),
  })
  .meta({ id: 'UploadedFile', description: 'An uploaded file' });
export type File = z.output<typeof File>;
