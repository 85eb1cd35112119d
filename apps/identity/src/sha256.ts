import { createHash } from 'node:crypto';

export function sha256(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
