import { Injectable } from '@nestjs/common';
import {
  decodeId,
  encodeId,
  lookUpToken,
  PLANS,
  recordTokenUse,
  type ParsedInput,
  type TokenRecord,
  scopesOf,
} from '@parley/contracts';
import { type Context } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { credentialIdOf } from '../credential-ids.ts';
import * as queries from './tokens.queries.ts';

type Uses = ParsedInput<typeof recordTokenUse>['uses'];

const UNKNOWN: TokenRecord = { state: 'unknown', principal: null, expiresAt: null, limit: 0 };

@Injectable()
export class Tokens {
  constructor(private readonly db: Database) {}

  @Handles(lookUpToken)
  async lookUp(_ctx: Context, input: ParsedInput<typeof lookUpToken>): Promise<TokenRecord> {
    const [row] = await this.db.system(queries.findByHash, [Buffer.from(input.hash, 'hex')]);
    if (row === undefined) return UNKNOWN;
    return {
      state: isRevoked(row) ? 'revoked' : 'active',
      principal: {
        type: row.kind,
        credentialId: credentialIdOf(row.kind, row.credential_id),
        workspaceId: encodeId('workspace', row.workspace_id),
        mode: row.mode,
        userId: encodeId('user', row.user_id),
        role: row.role,
        scopes: [...scopesOf(row.scopes)],
        ...(row.app_id === null ? {} : { appId: encodeId('app', row.app_id) }),
        ...(row.allowed_ips === null ? {} : { allowedIps: row.allowed_ips }),
      },
      expiresAt: row.expires_at?.getTime() ?? null,
      limit: PLANS[row.plan],
    };
  }

  @Handles(recordTokenUse)
  async recordUse(_ctx: Context, input: ParsedInput<typeof recordTokenUse>) {
    const uses = lastUses(input.uses);
    await this.db.system(queries.recordUses, [
      uses.map(({ uuid }) => uuid),
      uses.map(({ at }) => new Date(at)),
      uses.map(({ address }) => address ?? null),
      uses.map(({ credentialId }) => credentialId),
      uses.map(() => newUuid()),
    ]);
    return null;
  }
}

/** A token of an inactive user or of a session that has ended is revoked even if its row does not say so. */
function isRevoked(row: queries.TokenLookupRow): boolean {
  const hasEnded = row.kind === 'session' && !row.has_session;
  return row.revoked_at !== null || hasEnded || (row.kind !== 'api_key' && row.status === 'inactive');
}

/** The last use of each credential from each address, in a fixed order so that concurrent batches cannot deadlock. */
function lastUses(uses: Uses): (Uses[number] & { uuid: string })[] {
  const last = new Map<string, Uses[number] & { uuid: string }>();
  for (const use of uses) {
    const { credentialId, address } = use;
    const uuid =
      decodeId('key', credentialId) ?? decodeId('pat', credentialId) ?? decodeId('grant', credentialId);
    const key = `${credentialId} ${address ?? ''}`;
    if (uuid !== null && use.at >= (last.get(key)?.at ?? 0)) last.set(key, { ...use, uuid });
  }
  return [...last.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
}
