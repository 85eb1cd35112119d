import { Injectable } from '@nestjs/common';
import { TokenStore } from '@parley/authentication';
import { failedAfterCommit } from '@parley/contracts';
import type { WorkspaceContext } from '@parley/runtime/context';
import type { Transaction } from '@parley/persistence';
import { endInvitationsOf } from '../invitations/invitation-ends.ts';
import { deleteCodesOfUser, revokeGrantsOfUser } from '../oauth/grants.queries.ts';
import { Revocations } from '../tokens/revocations.ts';
import { TokenRepository } from '../tokens/token.repository.ts';
import { deletePasswordResetOf, deletePasswordResetsBy } from './password-resets.queries.ts';
import { endSessionsOfUser } from './sessions.queries.ts';

type Tx = Transaction<WorkspaceContext>;

/** Ends what acts as a user, or was made by an admin, within the transaction that takes the right to it. */
@Injectable()
export class UserAccess {
  constructor(
    private readonly tokens: TokenRepository,
    private readonly tokenStore: TokenStore,
    private readonly revocations: Revocations,
  ) {}

  /** Ends the links that a user made who is no active admin any more. */
  async endLinksMadeBy(tx: Tx, userUuid: string): Promise<void> {
    await endInvitationsOf(tx, userUuid);
    await tx.query(deletePasswordResetsBy, [userUuid]);
  }

  /** Ends the link for a password: it went to the person with the address that the user had. */
  async endLinkOf(tx: Tx, userUuid: string): Promise<void> {
    await tx.query(deletePasswordResetOf, [userUuid]);
  }

  /** Revokes for good what acts as a user who is deactivated. The transaction has locked the user. */
  async end(tx: Tx, userUuid: string): Promise<void> {
    await this.endLinkOf(tx, userUuid);
    // Grants before their tokens: a refresh or revocation locks them in this order too.
    await tx.query(revokeGrantsOfUser, [userUuid, new Date()]);
    await this.tokens.revokeOfUser(tx, userUuid);
    await tx.query(deleteCodesOfUser, [userUuid]);
    // No token can be issued meanwhile: that would lock the user first.
    await tx.query(endSessionsOfUser, [userUuid, null]);
  }

  /** Returns the result of a transaction that changed a user; its revocations are in the token store even if it is in doubt. */
  committed<T>(change: Promise<T>): Promise<T> {
    return this.revocations.committed(change);
  }

  async publishRights(ctx: WorkspaceContext, userUuid: string): Promise<void> {
    const { active, revoked } = await this.tokens.findOfUser(ctx, userUuid).catch(failedAfterCommit);
    await this.tokenStore.revoke(revoked);
    await this.tokenStore.invalidate(active);
  }
}
