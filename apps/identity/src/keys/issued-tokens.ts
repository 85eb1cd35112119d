import { Inject, Injectable } from '@nestjs/common';
import type { TokenSource } from '@parley/admission';
import { notFound, uuidOf, type Id } from '@parley/contracts';
import type { ScopedContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import {
  findRouteTags,
  findRouteTagOfWorkspace,
  findRevokedSince,
  findTokensOfUser,
} from './keys.queries.ts';

/** What admission asks about the tokens that were issued here. */
@Injectable()
export class IssuedTokens implements TokenSource {
  constructor(@Inject(Database) private readonly db: Database) {}

  async routeTagsOf(hashes: readonly string[]): Promise<readonly string[]> {
    const rows = await this.db.system(findRouteTags, [hashes.map((hash) => Buffer.from(hash, 'hex'))]);
    const tags = new Map(rows.map(({ token_hash: hash, route_tag: tag }) => [hash.toString('hex'), tag]));
    return hashes.map((hash) => {
      const tag = tags.get(hash);
      if (tag === undefined) throw notFound('token');
      return tag;
    });
  }

  async routeTagOf(workspaceId: string): Promise<string> {
    const id = uuidOf('workspace', workspaceId as Id<'workspace'>);
    const [row] = await this.db.system(findRouteTagOfWorkspace, [id]);
    if (row === undefined) throw notFound('workspace');
    return row.route_tag;
  }

  /** The hashes of the tokens that act as a user, or are a user's. */
  async ofUser(ctx: ScopedContext, userId: string): Promise<readonly string[]> {
    const rows = await this.db.read<ScopedContext>(ctx).query(findTokensOfUser, [userId]);
    return rows.map(({ token_hash: hash }) => hash.toString('hex'));
  }

  async revokedSince(time: Date): Promise<readonly string[]> {
    const rows = await this.db.system(findRevokedSince, [time]);
    return rows.map(({ token_hash: hash }) => hash.toString('hex'));
  }
}
