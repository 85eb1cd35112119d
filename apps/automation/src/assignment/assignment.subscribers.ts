import { Injectable } from '@nestjs/common';
import {
  conversationCreated,
  conversationDeleted,
  conversationMerged,
  conversationUnmerged,
  conversationUpdated,
  describeTeam,
  teamCreated,
  teamDeleted,
  teamMemberAdded,
  teamMemberRemoved,
  teamUpdated,
  ticketCreated,
  ticketDeleted,
  ticketMerged,
  ticketUnmerged,
  ticketUpdated,
  userCreated,
  userDeactivated,
  userUpdated,
  uuidOf,
  type Conversation,
  type EventOf,
  type Ticket,
} from '@parley/contracts';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import type { WorkspaceContext } from '@parley/runtime/context';
import * as queries from './assignment.queries.ts';
import { hasOwner } from './assignment.rules.ts';
import { storeMembers, storeTeam, storeUser } from './team-projection.ts';

type WorkspaceTx = Transaction<WorkspaceContext>;

type Changed =
  | EventOf<typeof ticketCreated>
  | EventOf<typeof ticketUpdated>
  | EventOf<typeof ticketUnmerged>
  | EventOf<typeof conversationCreated>
  | EventOf<typeof conversationUpdated>
  | EventOf<typeof conversationUnmerged>;

/** How old an event is that arrives after an outage, or behind many others. */
const LATE_MS = 2_000;

/** A record that has neither team nor assignee, and had none, is not in the read model. */
const isOwned = ({ data, previous }: Changed): boolean =>
  hasOwner(data) || (previous !== null && ('team' in previous || 'assignee' in previous));

/** Keeps the read models that assignments are decided on. */
@Injectable()
export class AssignmentSubscribers {
  constructor(private readonly rpc: Rpc) {}

  @On([userCreated, userUpdated, userDeactivated])
  projectUserWhenChanged(
    {
      data,
      sequence,
    }: EventOf<typeof userCreated> | EventOf<typeof userUpdated> | EventOf<typeof userDeactivated>,
    tx: WorkspaceTx,
  ) {
    return storeUser(tx, data, sequence);
  }

  /** Members that joined before this service had a read model are those of the team now. */
  @On([teamCreated, teamUpdated])
  async projectTeamWhenChanged(
    { data, sequence }: EventOf<typeof teamCreated> | EventOf<typeof teamUpdated>,
    tx: WorkspaceTx,
  ) {
    const { workspaceId } = tx.ctx.tenant;
    const found = await this.rpc.call(describeTeam, tx.ctx, { workspaceId, teamId: data.id });
    if (found !== null) await storeMembers(tx, data, found.users);
    await storeTeam(tx, data, sequence);
  }

  /** The row stays, so that no earlier event brings the team back. */
  @On(teamDeleted)
  async stopTeamWhenDeleted({ data, sequence }: EventOf<typeof teamDeleted>, tx: WorkspaceTx) {
    await tx.query(queries.upsertTeam, [uuidOf('team', data.id), 'manual', null, sequence]);
  }

  @On(teamMemberAdded)
  async projectMemberWhenAdded({ data, sequence }: EventOf<typeof teamMemberAdded>, tx: WorkspaceTx) {
    await tx.query(queries.upsertMember, [
      uuidOf('team', data.id),
      uuidOf('user', data.user_id),
      true,
      sequence,
    ]);
  }

  @On(teamMemberRemoved)
  async projectMemberWhenRemoved({ data, sequence }: EventOf<typeof teamMemberRemoved>, tx: WorkspaceTx) {
    await tx.query(queries.upsertMember, [
      uuidOf('team', data.id),
      uuidOf('user', data.user_id),
      false,
      sequence,
    ]);
  }

  @On([ticketCreated, ticketUpdated, ticketUnmerged], { filter: isOwned })
  projectTicketWhenChanged(
    event: EventOf<typeof ticketCreated> | EventOf<typeof ticketUpdated> | EventOf<typeof ticketUnmerged>,
    tx: Transaction,
  ) {
    return storeChanged(tx, 'ticket', event);
  }

  @On([conversationCreated, conversationUpdated, conversationUnmerged], { filter: isOwned })
  projectConversationWhenChanged(
    event:
      | EventOf<typeof conversationCreated>
      | EventOf<typeof conversationUpdated>
      | EventOf<typeof conversationUnmerged>,
    tx: Transaction,
  ) {
    return storeChanged(tx, 'conversation', event);
  }

  @On([ticketDeleted, ticketMerged])
  forgetTicketWhenDeletedOrMerged(
    { data, sequence }: EventOf<typeof ticketDeleted> | EventOf<typeof ticketMerged>,
    tx: Transaction,
  ) {
    return storeRecord(tx, 'ticket', uuidOf('ticket', data.id), null, sequence);
  }

  @On([conversationDeleted, conversationMerged])
  forgetConversationWhenDeletedOrMerged(
    { data, sequence }: EventOf<typeof conversationDeleted> | EventOf<typeof conversationMerged>,
    tx: Transaction,
  ) {
    return storeRecord(tx, 'conversation', uuidOf('conversation', data.id), null, sequence);
  }
}

/** Stores a record as it is after an event, and that such an event arrived late. */
async function storeChanged(
  tx: Transaction,
  kind: queries.RecordKind,
  { data, sequence, recordedAt }: Changed,
): Promise<void> {
  await storeRecord(tx, kind, uuidOf(kind, data.id), data, sequence);
  if (Date.now() - Date.parse(recordedAt) > LATE_MS) await tx.query(queries.markBehind);
}

/** Null is a record that was deleted, or merged into another one. */
async function storeRecord(
  tx: Transaction,
  kind: queries.RecordKind,
  id: string,
  record: Ticket | Conversation | null,
  sequence: string,
): Promise<void> {
  await tx.query(queries.upsertRecord, [
    kind,
    id,
    record?.team == null ? null : uuidOf('team', record.team.id),
    record?.assignee == null ? null : uuidOf('user', record.assignee.id),
    record !== null && record.status === 'open' && record.snoozed_until === null,
    record?.created_at ?? new Date(0),
    sequence,
  ]);
}
