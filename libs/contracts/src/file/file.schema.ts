import { z } from 'zod';
import { idOf } from '../id.ts';
import { CreatedAt } from '../schema.ts';

export const File = z
  .object({
    id: idOf('file'),
    name: z.string().meta({ description: 'File name', examples: ['invoice.pdf'] }),
    size: z.int().meta({ description: 'Size in bytes', examples: [48213] }),
    mime_type: z.string().meta({ description: 'Media type', examples: ['application/pdf'] }),
    url: z
      .string()
      .meta({ description: 'Signed, expiring download URL', examples: ['https://files.example.com/f'] }),
    created_at: CreatedAt,
  })
  .meta({ id: 'File', description: 'An uploaded file' });
export type File = z.output<typeof File>;
