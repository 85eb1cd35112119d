import { Injectable } from '@nestjs/common';
import type { WorkspaceContext } from '@parley/runtime/context';
import type { Transaction } from '@parley/persistence';
import { newLinkToken } from '../links/link-token.ts';
import { OneTimeLinks } from '../links/one-time-links.ts';
import { sha256 } from '../sha256.ts';
import { putPasswordReset } from './password-resets.queries.ts';

export const PASSWORD_RESETS_PATH = '/password-resets';

const LIFETIMES_MS = { invitation: 7 * 86_400_000, reset: 86_400_000 };

interface NewPasswordLink {
  user: string;
  by: string;
  /** Uuid of the credential that asks for it; `null` for a session in the console, which may end without it. */
  credential: string | null;
  for: keyof typeof LIFETIMES_MS;
}

/** Makes the links on which users choose a password. */
@Injectable()
export class PasswordLinks {
  constructor(private readonly links: OneTimeLinks) {}

  /** Makes a link for a user whom the transaction has locked, in place of an earlier one. */
  async create(tx: Transaction<WorkspaceContext>, link: NewPasswordLink) {
    const token = newLinkToken();
    const now = new Date();
    const expiresAt = new Date(now.getTime() + LIFETIMES_MS[link.for]);
    await tx.query(putPasswordReset, [link.user, sha256(token), link.by, link.credential, now, expiresAt]);
    return { url: this.links.urlOf(PASSWORD_RESETS_PATH, token), expires_at: expiresAt.toISOString() };
  }
}
