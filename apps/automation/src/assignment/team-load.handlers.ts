import { Injectable } from '@nestjs/common';
import {
  availabilityAt,
  encodeId,
  getTeamLoad,
  describeTeam,
  notFound,
  uuidOf,
  type Assignment,
  type Id,
  type ParsedInput,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import * as queries from './assignment.queries.ts';
import { storeMembers, storeTeam } from './team-projection.ts';

@Injectable()
export class TeamLoads {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  @Handles(getTeamLoad)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getTeamLoad>) {
    const id = uuidOf('team', params.team_id);
    const db = this.db.read(ctx);
    const team = (await db.one(queries.findTeamOfLoad, [id])) ?? (await this.#fetch(ctx, params.team_id));
    const loads = await db.query(queries.findLoads, [id]);
    const [counted] = await db.query(queries.countWaiting, [id]);
    return {
      team_id: params.team_id,
      assignment: { mode: team.mode, max_open_per_user: team.max_open_per_user },
      waiting: counted?.waiting ?? 0,
      oldest_waiting_since: counted?.oldest?.toISOString() ?? null,
      members: loads.map(
        ({ user_id, name, availability: status, availability_until: until, open, open_in_team }) => ({
          user: { id: encodeId('user', user_id), name },
          availability: availabilityAt({ status, until }, new Date()).status,
          open: open_in_team,
          open_in_all_teams: open,
        }),
      ),
    };
  }

  /** A team that no event has told of: it is older than this service. Throws 404 unless the workspace has it. */
  async #fetch(ctx: TenantContext, teamId: Id<'team'>): Promise<Assignment> {
    const found = await this.rpc.call(describeTeam, ctx, { workspaceId: ctx.tenant.workspaceId, teamId });
    if (found === null) throw notFound('team');
    const db = this.db.read(ctx);
    await storeMembers(db, found.team, found.users);
    await storeTeam(db, found.team);
    return found.team.assignment;
  }
}
