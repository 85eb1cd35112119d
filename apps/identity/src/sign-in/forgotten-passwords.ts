import { Injectable } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { inWorkspace, systemContext } from '@parley/runtime/context';
import { recordAudit } from '../audit/audit.ts';
import { OneTimeLinks } from '../links/one-time-links.ts';
import type { ResetRequest } from '../notices/notice-request.ts';
import { sha256 } from '../sha256.ts';
import { PASSWORD_RESETS_PATH } from './password-links.ts';
import { findForgotten, insertMailedReset } from './password-resets.queries.ts';

/** Where a link for the accounts of an address is sent. */
interface MailedLink {
  readonly email: string;
  readonly link: string;
}

/** Makes the links that users have mailed to themselves. */
@Injectable()
export class ForgottenPasswords {
  constructor(
    private readonly db: Database,
    private readonly links: OneTimeLinks,
  ) {}

  /**
   * The link for the active accounts of an address that a sign-in would consider: one of them chooses its password on it, and then
   * the next. It goes to the address that is stored, and not to what somebody has entered. `null` without an account.
   */
  async linkFor(
    { email, workspace, token, address }: ResetRequest,
    expiresAt: Date,
  ): Promise<MailedLink | null> {
    // No address: PostgreSQL rejects texts with NUL.
    const isAddress = !email.includes('\0') && email.length <= 320;
    const accounts = isAddress ? await this.db.system(findForgotten, [email, workspace]) : [];
    const [oldest] = accounts;
    if (oldest === undefined) return null;
    for (const { workspace_id: workspaceUuid, user_id: user } of accounts) {
      const ctx = inWorkspace(systemContext(), encodeId('workspace', workspaceUuid));
      await this.db.transaction(ctx, async (tx) => {
        const made = await tx.one(insertMailedReset, [sha256(token), user, new Date(), expiresAt]);
        if (made === undefined) return;
        const details = { user_id: encodeId('user', user) };
        await recordAudit(tx, { type: 'user.password_reset_requested', address, details });
      });
    }
    return { email: oldest.email, link: this.links.urlOf(PASSWORD_RESETS_PATH, token) };
  }
}
