import { Inject, Injectable } from '@nestjs/common';
import {
  createPat,
  emailKey,
  encodeId,
  invalidParameter,
  listPats,
  notFound,
  scopesOfRole,
  type ParsedInput,
  type Result,
} from '@parley/contracts';
import { inWorkspace, parseDuration, type Context } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { IssuedTokens } from '../tokens/issued-tokens.ts';
import { findWorkspace } from '../workspaces/workspaces.queries.ts';
import * as queries from './pats.queries.ts';

/** Beyond it a date could not be written with four digits of a year. */
const LIFETIME_MAX_MS = 100 * 365 * 86_400_000;

/** Personal access tokens: each acts as its user, with what scopes and role allow. */
@Injectable()
export class Pats {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(IssuedTokens) private readonly tokens: IssuedTokens,
  ) {}

  @Handles(createPat)
  async create(ctx: Context, input: ParsedInput<typeof createPat>): Promise<Result<typeof createPat>> {
    const expiresAt = expiryOf(input.expires_in);
    return this.db.transaction(inWorkspace(ctx, input.workspace), async (tx) => {
      if ((await tx.one(findWorkspace)) === undefined) throw notFound('workspace');
      const user = await tx.one(queries.findUserByEmail, [emailKey(input.email)]);
      if (user === undefined) throw invalidParameter('email', 'belongs to no user of the workspace');
      const allowed = scopesOfRole(user.role);
      const beyond = input.scopes.filter((scope) => !allowed.includes(scope));
      if (beyond.length > 0)
        throw invalidParameter('scopes', `${beyond.join(', ')} is more than the role ${user.role} allows`);
      const issued = await this.tokens.issuePat(tx, {
        name: input.name,
        scopes: input.scopes,
        userId: encodeId('user', user.id),
        expiresAt,
      });
      if (issued === null) throw invalidParameter('email', 'belongs to a user who is inactive');
      return issued;
    });
  }

  @Handles(listPats)
  async list(ctx: Context, input: ParsedInput<typeof listPats>): Promise<Result<typeof listPats>> {
    const db = this.db.read(inWorkspace(ctx, input.workspace));
    if ((await db.one(findWorkspace)) === undefined) throw notFound('workspace');
    const rows = await db.query(queries.listPatsOfWorkspace);
    return {
      personal_access_tokens: rows.map((row) => ({
        ...row,
        id: encodeId('pat', row.id),
        user_id: encodeId('user', row.user_id),
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at?.toISOString() ?? null,
        revoked_at: row.revoked_at?.toISOString() ?? null,
        expires_at: row.expires_at?.toISOString() ?? null,
      })),
    };
  }
}

/** When a token that is made now expires; `null` for `none`. */
function expiryOf(lifetime: string): Date | null {
  if (lifetime === 'none') return null;
  const ms = parseDuration(lifetime) ?? 0;
  if (ms < 1 || ms > LIFETIME_MAX_MS)
    throw invalidParameter('expires_in', 'must be more than nothing, and at most 100 years');
  return new Date(Date.now() + ms);
}
