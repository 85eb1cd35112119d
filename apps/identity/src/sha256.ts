import { createHash } from 'node:crypto';

/** The form in which secrets are stored and looked up. */
export function sha256(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
