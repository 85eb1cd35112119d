import type { Tone } from '../components/status-badge.tsx';
import { ageLabel } from '../components/time.ts';

interface Credential {
  expires_at: string | null;
  revoked_at: string | null;
}

/** An expiry is announced for this long. */
const SOON_MS = 7 * 86_400_000;

/** What a credential is worth at a time, in milliseconds. */
export function credentialState(
  { expires_at: expiresAt, revoked_at: revokedAt }: Credential,
  now: number,
): { tone: Tone; label: string } {
  if (revokedAt !== null) return { tone: 'neutral', label: 'Revoked' };
  if (expiresAt === null) return { tone: 'success', label: 'Active' };
  const expiry = new Date(expiresAt);
  if (expiry.getTime() <= now) return { tone: 'neutral', label: 'Expired' };
  const tone = expiry.getTime() - now < SOON_MS ? 'warning' : 'success';
  return { tone, label: `Expires ${ageLabel(expiry, now)}` };
}
