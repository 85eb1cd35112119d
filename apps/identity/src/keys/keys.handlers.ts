import { Inject, Injectable } from '@nestjs/common';
import { AdmissionRecords, hashToken, mintToken } from '@parley/admission';
import {
  createKey,
  decodeId,
  encodeId,
  invalidParameter,
  lookUpToken,
  notFound,
  PLANS,
  recordTokenUse,
  revokeKey,
  uuidOf,
  type Id,
  type Mode,
  type Received,
  type Result,
  type Scope,
  type TokenRecord,
} from '@parley/contracts';
import { inWorkspace, newId, type Context, type WorkspaceContext } from '@parley/kernel';
import { Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { findWorkspace } from '../workspaces/workspaces.queries.ts';
import * as queries from './keys.queries.ts';

export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  mode: Mode;
  createdBy: Id<'user'>;
  routeTag: string;
}

const UNKNOWN: TokenRecord = { state: 'unknown', principal: null, expiresAt: null, limit: 0 };

@Injectable()
export class Keys {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(AdmissionRecords) private readonly admission: AdmissionRecords,
  ) {}

  @Handles(createKey)
  async create(ctx: Context, input: Received<typeof createKey>): Promise<Result<typeof createKey>> {
    return this.db.transaction(inWorkspace(ctx, input.workspace), async (tx) => {
      const workspace = await tx.one(findWorkspace);
      const creator = await tx.one(queries.firstAdmin);
      if (workspace === undefined) throw notFound('workspace');
      if (creator === undefined)
        throw invalidParameter('workspace', 'has no admin, in whose name a key is made');
      return this.mint(tx, {
        ...input,
        createdBy: encodeId('user', creator.id),
        routeTag: workspace.route_tag,
      });
    });
  }

  @Handles(revokeKey)
  async revoke(_ctx: Context, input: Received<typeof revokeKey>): Promise<Result<typeof revokeKey>> {
    const [row] = await this.db.system(queries.revoke, [uuidOf('key', input.id), new Date()]);
    if (row === undefined) throw notFound('API key');
    // Only after the gateway knows is the key said to be revoked: the next request with it fails.
    await this.admission.revoke([row.token_hash.toString('hex')]);
    return { id: input.id, revoked_at: row.revoked_at.toISOString() };
  }

  @Handles(lookUpToken)
  async lookUp(_ctx: Context, input: Received<typeof lookUpToken>): Promise<TokenRecord> {
    const [row] = await this.db.system(queries.findByHash, [Buffer.from(input.hash, 'hex')]);
    if (row === undefined) return UNKNOWN;
    return {
      state: row.revoked_at === null ? 'active' : 'revoked',
      principal: {
        kind: 'api_key',
        credentialId: encodeId('key', row.id),
        workspaceId: encodeId('workspace', row.workspace_id),
        mode: row.mode,
        userId: encodeId('user', row.created_by),
        role: row.role,
        scopes: row.scopes,
      },
      expiresAt: null,
      limit: PLANS[row.plan],
    };
  }

  @Handles(recordTokenUse)
  async recordUse(_ctx: Context, input: Received<typeof recordTokenUse>): Promise<null> {
    const known = input.uses.flatMap(({ credentialId, at }) => {
      const id = decodeId('key', credentialId);
      return id === null ? [] : [{ id, at: new Date(at) }];
    });
    await this.db.system(queries.recordUses, [known.map(({ id }) => id), known.map(({ at }) => at)]);
    return null;
  }

  /** Mints a key within a transaction. The token is returned and never stored: only its hash is. */
  async mint(tx: Transaction<WorkspaceContext>, key: NewKey): Promise<{ id: Id<'key'>; key: string }> {
    const id = newId('key');
    const token = mintToken(key.mode === 'live' ? 'sk_live_' : 'sk_test_', key.routeTag);
    await tx.query(queries.insertKey, [
      uuidOf('key', id),
      key.mode,
      key.name,
      key.scopes,
      Buffer.from(hashToken(token), 'hex'),
      token.slice(-4),
      uuidOf('user', key.createdBy),
      new Date(),
    ]);
    return { id, key: token };
  }
}
