import { Injectable } from '@nestjs/common';
import {
  conversationDeleted,
  conversationUpdated,
  findFirstReply,
  messageCreated,
  ticketConversationLinked,
  userDeactivated,
  uuidOf,
  type EventOf,
  type Id,
} from '@parley/contracts';
import { On } from '@parley/events';
import { type WorkspaceContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { Projections, unassignWork, type RecordToChange } from '@parley/projections';
import { Rpc } from '@parley/rpc';
import { stopTimerOnReply } from '../sla/sla.rules.ts';
import { WorkspaceSlaTargets } from '../sla/sla-targets.handlers.ts';
import { changeTicket } from './change-ticket.ts';
import { ticketChanges, withNextTransition } from './ticket.rules.ts';
import {
  lockOpenTicketsOfAssignee,
  lockTicketsOfConversation,
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
  @On(messageCreated)
  async stopSlaTimerWhenUserReplies({ data }: EventOf<typeof messageCreated>, tx: Transaction) {
    if (data.type === 'reply' && data.author.type === 'user')
      await answerTickets(tx, data.conversation_id, data.created_at);
  }

  /** The contact waits again, unless a user has changed the status since. */
  @On(messageCreated)
  async reopenTicketsWhenContactWrites({ data }: EventOf<typeof messageCreated>, tx: Transaction) {
    if (data.author.type !== 'contact') return;
    const at = new Date(data.created_at);
    const rows = await tx.lockAll(lockTicketsToReopen, [uuidOf('conversation', data.conversation_id), at]);
    if (rows.length === 0) return;
    const targets = await this.targets.of(tx.ctx);
    for (const row of rows)
      await changeTicket(tx, row, ticketChanges(row, { status: 'open' }, at, targets), at);
  }

  @On(ticketConversationLinked)
  async stopSlaTimerWhenLinkedConversationHasReply(
    { data }: EventOf<typeof ticketConversationLinked>,
    tx: Transaction,
  ) {
    const { conversation_id, created_at: since } = data;
    const reply = await this.rpc.call(findFirstReply, tx.ctx, { conversation_id, since });
    if (reply !== null) await answerTickets(tx, conversation_id, reply.created_at);
  }

  /** A ticket has the contact of its conversation. */
  @On(conversationUpdated)
  async moveTicketsWhenConversationGetsContact(
    { data, previous }: EventOf<typeof conversationUpdated>,
    tx: Transaction,
  ) {
    if (previous?.contact === undefined) return;
    const { id, name, email } = data.contact;
    const contact = { id: uuidOf('contact', id), name, email };
    await this.projections.storeIfMissing(tx.ctx, contact);
    const [at, names] = [new Date(), { contact_name: name, contact_email: email }];
    for (const row of await tx.lockAll(lockTicketsOfConversation, [uuidOf('conversation', data.id)]))
      if (row.contact_id !== contact.id) await changeTicket(tx, row, { contact_id: contact.id }, at, names);
  }

  @On(conversationDeleted)
  async unlinkConversationWhenDeleted({ data }: EventOf<typeof conversationDeleted>, tx: Transaction) {
    const at = new Date();
    for (const row of await tx.lockAll(lockTicketsOfConversation, [uuidOf('conversation', data.id)]))
      await changeTicket(tx, row, { conversation_id: null }, at);
  }

  /** Somebody else has to do it. What is resolved or closed still tells who did it. */
  @On(userDeactivated)
  unassignTicketsWhenUserIsDeactivated(
    event: EventOf<typeof userDeactivated>,
    tx: Transaction<WorkspaceContext>,
  ) {
    return unassignWork(this.db, tx.ctx, event, unassignTickets);
  }
}

/** Stops the timers of tickets that were created before a reply, and have no earlier one. */
async function answerTickets(tx: Transaction, conversation: Id<'conversation'>, repliedAt: string) {
  const at = new Date(repliedAt);
  for (const row of await tx.lockAll(lockTicketsToAnswer, [uuidOf('conversation', conversation), at]))
    await changeTicket(tx, row, withNextTransition(row, stopTimerOnReply(row, at), at), at);
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
