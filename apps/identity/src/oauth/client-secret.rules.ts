import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../sha256.ts';
import type { OAuthAppRow } from './oauth.entities.ts';

export type ClientSecrets = Pick<
  OAuthAppRow,
  'client_type' | 'secret_hash' | 'previous_secret_hash' | 'previous_secret_expires_at'
>;

/** Compared with a secret where there is none: the hash of nothing that anybody knows. */
const NO_SECRET = newUnknownHash();

/** The `secret_hash` of a public client. */
export function newUnknownHash(): Buffer {
  return randomBytes(32);
}

/** Whether a client with this secret, or none, is authentic (RFC 6749 section 2.3). `null`, an unknown one, takes as long. */
export function isAuthentic(app: ClientSecrets | null, secret: string | null, now: Date): boolean {
  if (app?.client_type === 'public') return secret === null;
  const { previous_secret_hash: previous = null, previous_secret_expires_at: end = null } = app ?? {};
  const accepted = [app?.secret_hash ?? null, end !== null && end > now ? previous : null];
  const given = sha256(secret ?? '');
  const matches = accepted.map((hash) => timingSafeEqual(given, hash ?? NO_SECRET));
  return app !== null && secret !== null && matches.includes(true);
}
