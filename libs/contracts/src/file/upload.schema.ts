import { z } from 'zod';
import { documentedAs } from '../documented.ts';
import { idOf } from '../id.ts';

/** A file part whose bytes the file service has stored. It becomes a file when its operation commits, and is removed otherwise. */
export const Upload = documentedAs(
  z.object({
    /** The id that the file will have. */
    id: idOf('file'),
    name: z.string(),
    size: z.int().min(0),
    /** Determined from the bytes. */
    mime_type: z.string(),
    /** SHA-256 of the bytes, in hexadecimal. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  z.string().meta({ format: 'binary', contentMediaType: 'application/octet-stream', examples: ['%PDF-1.7'] }),
);
export type Upload = z.output<typeof Upload>;
