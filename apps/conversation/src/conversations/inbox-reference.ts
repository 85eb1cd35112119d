import { Injectable } from '@nestjs/common';
import { invalidParameter, lookUpInbox, uuidOf, type Id } from '@parley/contracts';
import { isTeamDeleted, Projections, type TeamProjection } from '@parley/projections';
import type { Transaction } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { Rpc } from '@parley/rpc';

/** An inbox, and the team to which conversations that begin in it belong. */
interface ResolvedInbox {
  readonly id: string | null;
  readonly team_id: Id<'team'> | null;
}

/** Resolves the inbox of a conversation: the ticket service owns inboxes. */
@Injectable()
export class InboxReference {
  constructor(
    private readonly rpc: Rpc,
    private readonly projections: Projections,
  ) {}

  /** Throws 422 for an unknown id. */
  async resolve(ctx: TenantContext, id: Id<'inbox'> | null): Promise<ResolvedInbox> {
    if (id === null) return { id: null, team_id: null };
    const inbox = await this.rpc.call(lookUpInbox, ctx, { id });
    if (inbox === null) throw invalidParameter('inbox_id', 'is not an inbox of this workspace');
    return { id: uuidOf('inbox', id), team_id: inbox.team_id };
  }

  /** The team of a new conversation: the one that is named, by default that of its inbox. Throws 422 for an unknown one that is named. */
  async teamOf(
    ctx: TenantContext,
    named: Id<'team'> | null | undefined,
    inbox: ResolvedInbox,
  ): Promise<TeamProjection | null> {
    if (named !== undefined) return this.projections.team(ctx, named);
    return inbox.team_id === null ? null : this.projections.existingTeam(ctx, inbox.team_id);
  }

  /** The team of a conversation that begins with a message in an inbox, which may have gone. */
  async teamOfArrival(ctx: TenantContext, id: Id<'inbox'> | null): Promise<TeamProjection | null> {
    if (id === null) return null;
    const team = (await this.rpc.call(lookUpInbox, ctx, { id }))?.team_id ?? null;
    return team === null ? null : this.projections.existingTeam(ctx, team);
  }
}

/** Columns of the team of a conversation that begins with a message: null if the team was deleted meanwhile. */
export async function teamColumns(tx: Transaction, team: TeamProjection | null) {
  const kept = team !== null && (await isTeamDeleted(tx, team.id)) ? null : team;
  return { team_id: kept?.id ?? null, team_name: kept?.name ?? null };
}
