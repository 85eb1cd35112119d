import { Injectable } from '@nestjs/common';
import {
  conversationDeleted,
  conversationUpdated,
  messageCreated,
  summarizeMessages,
  teamDeleted,
  ticketConversationLinked,
  userDeactivated,
  uuidOf,
  type EventOf,
  type Id,
} from '@parley/contracts';
import { On } from '@parley/events';
import { type WorkspaceContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import {
  changeInBatches,
  contactColumns,
  Projections,
  unassignWork,
  wakesOn,
  type RecordToChange,
} from '@parley/projections';
import { Rpc } from '@parley/rpc';
import { stopTimerOnReply } from '../sla/sla.rules.ts';
import { WorkspaceSlaTargets } from '../sla/sla-targets.handlers.ts';
import { changeTicket } from './change-ticket.ts';
import { ticketChanges, withNextTransition } from './ticket.rules.ts';
import {
  lockOpenTicketsOfAssignee,
  lockTicketsOfConversation,
  lockTicketsOfTeam,
  lockTicketsToAnswer,
  lockTicketsToReopen,
} from './tickets.queries.ts';

@Injectable()
export class TicketSubscribers {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly projections: Projections,
    private readonly targets: WorkspaceSlaTargets,
  ) {}

  /** A user's first reply that the contact sees is the first response to every ticket that links the conversation. */
  @On(messageCreated, { filter: ({ data }) => data.type === 'reply' && data.author.type === 'user' })
  stopSlaTimerWhenUserReplies({ data }: EventOf<typeof messageCreated>, tx: Transaction) {
    return answerTickets(tx, data.conversation_id, data.created_at);
  }

  /** The contact waits again, unless a program answered for it or a user has changed the status since. */
  @On(messageCreated, {
    filter: ({ data }) => data.author.type === 'contact' && data.email?.is_automatic !== true,
  })
  reopenTicketsWhenContactWrites({ data }: EventOf<typeof messageCreated>, tx: Transaction) {
    return reopenTickets(tx, this.targets, data.conversation_id, data.created_at);
  }

  @On(ticketConversationLinked)
  async catchUpTicketWhenConversationLinked(
    { data }: EventOf<typeof ticketConversationLinked>,
    tx: Transaction,
  ) {
    const { conversation_id, created_at: since } = data;
    const said = await this.rpc.call(summarizeMessages, tx.ctx, { conversation_id, since });
    // The conversation was deleted before the link was committed.
    if (said === null) return unlinkConversation(tx, conversation_id);
    const { replied_at: replied, contact_wrote_at: wrote } = said;
    const reopen = async () =>
      wrote !== null && (await reopenTickets(tx, this.targets, conversation_id, wrote));
    const isFirst = replied === null || (wrote !== null && wrote < replied);
    if (isFirst) await reopen();
    if (replied !== null) await answerTickets(tx, conversation_id, replied);
    if (!isFirst) await reopen();
  }

  /** A ticket has the contact of its conversation. */
  @On(conversationUpdated, { filter: ({ previous }) => previous?.contact !== undefined })
  async moveTicketsWhenConversationGetsContact(
    { data }: EventOf<typeof conversationUpdated>,
    tx: Transaction,
  ) {
    const contact = { ...data.contact, id: uuidOf('contact', data.contact.id), phone_e164: null };
    await this.projections.storeIfMissing(tx.ctx, contact);
    const [at, names] = [new Date(), contactColumns(contact)];
    for (const row of await tx.lockAll(lockTicketsOfConversation, [uuidOf('conversation', data.id)]))
      if (row.contact_id !== contact.id) await changeTicket(tx, row, { contact_id: contact.id }, at, names);
  }

  @On(conversationDeleted)
  unlinkConversationWhenDeleted({ data }: EventOf<typeof conversationDeleted>, tx: Transaction) {
    return unlinkConversation(tx, data.id);
  }

  /** Somebody else has to do it. What is resolved or closed still tells who did it. */
  @On(userDeactivated)
  unassignTicketsWhenUserIsDeactivated(
    event: EventOf<typeof userDeactivated>,
    tx: Transaction<WorkspaceContext>,
  ) {
    return unassignWork(this.db, tx.ctx, event, unassignTickets);
  }

  @On(teamDeleted)
  takeTicketsFromTeamWhenDeleted({ data }: EventOf<typeof teamDeleted>, tx: Transaction<WorkspaceContext>) {
    const teamId = uuidOf('team', data.id);
    return changeInBatches(this.db, tx.ctx, async (batch, after) => {
      const at = new Date();
      const rows = await batch.lockAll(lockTicketsOfTeam, [teamId, after.created_at, after.id]);
      for (const row of rows) await changeTicket(batch, row, { team_id: null }, at, { team_name: null });
      return rows;
    });
  }
}

/** Stops the timers of tickets that were created before a reply, and have no earlier one. */
async function answerTickets(tx: Transaction, conversation: Id<'conversation'>, repliedAt: string) {
  const at = new Date(repliedAt);
  for (const row of await tx.lockAll(lockTicketsToAnswer, [uuidOf('conversation', conversation), at]))
    await changeTicket(tx, row, withNextTransition(row, stopTimerOnReply(row, at), at), at);
}

/** Opens the tickets whose status is older than a message of the contact, and wakes those whose snooze is. */
async function reopenTickets(
  tx: Transaction,
  targets: WorkspaceSlaTargets,
  conversation: Id<'conversation'>,
  wroteAt: string,
) {
  const at = new Date(wroteAt);
  const rows = await tx.lockAll(lockTicketsToReopen, [uuidOf('conversation', conversation), at]);
  if (rows.length === 0) return;
  const given = await targets.of(tx.ctx);
  for (const row of rows) {
    const patch = {
      ...(row.status !== 'open' && row.status_changed_at <= at && { status: 'open' as const }),
      ...(wakesOn(row, at) && { snoozed_until: null }),
    };
    await changeTicket(tx, row, ticketChanges(row, patch, at, given), at);
  }
}

async function unlinkConversation(tx: Transaction, conversation: Id<'conversation'>) {
  const at = new Date();
  for (const row of await tx.lockAll(lockTicketsOfConversation, [uuidOf('conversation', conversation)]))
    await changeTicket(tx, row, { conversation_id: null }, at);
}

async function unassignTickets(
  tx: Transaction,
  userId: string,
  after: RecordToChange,
): Promise<readonly RecordToChange[]> {
  const at = new Date();
  const rows = await tx.lockAll(lockOpenTicketsOfAssignee, [userId, after.created_at, after.id]);
  for (const row of rows) await changeTicket(tx, row, { assignee_id: null }, at, { assignee_name: null });
  return rows;
}
