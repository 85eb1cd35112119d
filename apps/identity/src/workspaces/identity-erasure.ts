import { Injectable } from '@nestjs/common';
import { TokenStore } from '@parley/authentication';
import { beginErasure } from '@parley/contracts';
import { systemContext, type WorkspaceContext } from '@parley/runtime/context';
import {
  countedBatch,
  ERASE_BATCH,
  ServiceErasure,
  tellServices,
  type Erasure,
  type ErasureStep,
  type ErasureSteps,
  type TenantDatabase,
} from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { NIL_UUID } from '@parley/runtime/records';
import { deleteWorkspaceRow, findTokensAfter } from './workspace-deletion.queries.ts';

/** The part of identity in deleting a workspace: it tells the other services, and removes what is shared last. */
@Injectable()
export class IdentityErasure extends ServiceErasure {
  override readonly settings = ['token'];
  override readonly lastSteps: ErasureSteps = {
    workspace: async (tx) => countedBatch(await tx.query(deleteWorkspaceRow)),
  };

  constructor(
    private readonly rpc: Rpc,
    private readonly tokenStore: TokenStore,
  ) {
    super();
  }

  override openingSteps(): ErasureSteps {
    return { tell_services: this.#tellServices };
  }

  override steps(type: Erasure['type']): ErasureSteps {
    return type === 'workspace' ? { tokens: this.#revokeTokens } : {};
  }

  readonly #tellServices = tellServices('identity', (told) =>
    this.rpc.call(beginErasure, systemContext(), told),
  );

  /** Again, because Redis may have been unavailable to the command; without their rows no token could be revoked. */
  readonly #revokeTokens: ErasureStep = async (tx) => {
    await revokeTokens(tx, this.tokenStore);
    return { erased: 0, next: null };
  };
}

export async function revokeTokens(db: TenantDatabase<WorkspaceContext>, tokenStore: TokenStore) {
  let after = NIL_UUID;
  for (;;) {
    const page = await db.query(findTokensAfter, [after]);
    if (page.length > 0) await tokenStore.revoke(page.map(({ token_hash: hash }) => hash.toString('hex')));
    if (page.length < ERASE_BATCH) return;
    after = page.at(-1)?.id ?? NIL_UUID;
  }
}
