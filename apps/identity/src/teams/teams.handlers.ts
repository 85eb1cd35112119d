import { Injectable } from '@nestjs/common';
import { getTeam, listMembers, listTeams, notFound, uuidOf, type ParsedInput } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { toMember, toTeam } from './team.serializer.ts';
import { findTeam, memberList, teamList } from './teams.queries.ts';

@Injectable()
export class Teams {
  constructor(private readonly db: Database) {}

  @Handles(getTeam)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getTeam>) {
    const row = await this.db.read(ctx).one(findTeam, [uuidOf('team', params.team_id)]);
    if (row === undefined) throw notFound('team');
    return toTeam(row);
  }

  @Handles(listTeams)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listTeams>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), teamList, query);
    return { ...page, items: rows.map(toTeam) };
  }

  @Handles(listMembers)
  async members(ctx: TenantContext, { params, query }: ParsedInput<typeof listMembers>) {
    const team = uuidOf('team', params.team_id);
    const db = this.db.read(ctx);
    if ((await db.one(findTeam, [team])) === undefined) throw notFound('team');
    const { rows, ...page } = await readPage(db, memberList, { ...query, team });
    return { ...page, items: rows.map(toMember) };
  }
}
