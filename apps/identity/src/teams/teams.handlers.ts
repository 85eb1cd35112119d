import { Injectable } from '@nestjs/common';
import {
  encodeId,
  describeNextTeam,
  describeTeam,
  getTeam,
  listMembers,
  listTeams,
  listTeamsOfUser,
  lookUpTeam,
  lookUpTeams,
  notFound,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import { inWorkspace, type Context, type TenantContext } from '@parley/runtime/context';
import { NIL_UUID } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { toMember, toTeam } from './team.serializer.ts';
import { toUser } from '../users/user.serializer.ts';
import {
  findMembers,
  findNextTeam,
  findTeam,
  findTeamIds,
  findTeamsOfUser,
  memberList,
  teamList,
} from './teams.queries.ts';

@Injectable()
export class Teams {
  constructor(private readonly db: Database) {}

  @Handles(getTeam)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getTeam>) {
    const row = await this.db.read(ctx).one(findTeam, [uuidOf('team', params.team_id)]);
    if (row === undefined) throw notFound('team');
    return toTeam(row);
  }

  @Handles(lookUpTeam)
  async lookUp(ctx: Context, { workspaceId, teamId }: ParsedInput<typeof lookUpTeam>) {
    const row = await this.db.read(inWorkspace(ctx, workspaceId)).one(findTeam, [uuidOf('team', teamId)]);
    return row === undefined ? null : { id: teamId, name: row.name };
  }

  @Handles(lookUpTeams)
  async lookUpMany(ctx: TenantContext, { ids }: ParsedInput<typeof lookUpTeams>) {
    const rows = await this.db.read(ctx).query(findTeamIds, [ids.map((id) => uuidOf('team', id))]);
    return { ids: rows.map(({ id }) => encodeId('team', id)) };
  }

  @Handles(listTeamsOfUser)
  async listOfUser(ctx: TenantContext, { userId }: ParsedInput<typeof listTeamsOfUser>) {
    const rows = await this.db.read(ctx).query(findTeamsOfUser, [uuidOf('user', userId)]);
    return { ids: rows.map(({ team_id: id }) => encodeId('team', id)) };
  }

  @Handles(describeTeam)
  async describe(ctx: Context, { workspaceId, teamId }: ParsedInput<typeof describeTeam>) {
    const db = this.db.read(inWorkspace(ctx, workspaceId));
    const id = uuidOf('team', teamId);
    const row = await db.one(findTeam, [id]);
    if (row === undefined) return null;
    return { team: toTeam(row), users: (await db.query(findMembers, [id])).map(toUser) };
  }

  @Handles(describeNextTeam)
  async describeNext(ctx: Context, { workspaceId, after }: ParsedInput<typeof describeNextTeam>) {
    const db = this.db.read(inWorkspace(ctx, workspaceId));
    const row = await db.one(findNextTeam, [after === null ? NIL_UUID : uuidOf('team', after)]);
    if (row === undefined) return null;
    return { team: toTeam(row), users: (await db.query(findMembers, [row.id])).map(toUser) };
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
