import { Injectable } from '@nestjs/common';
import {
  findTicketsOfConversation,
  lookUpConversation,
  uuidOf,
  type Conversation,
  type Id,
} from '@parley/contracts';
import type { Transaction } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import type { RecordKind } from '../assignment/assignment.queries.ts';
import { findFollowersOfMany } from './followers.queries.ts';
import type { Subject } from './notifier.ts';

/**
 * Finds out for whom the messages of a conversation are: its owners say whose a record is now, since an event of an assignment may
 * arrive after that of a later message.
 */
@Injectable()
export class Readers {
  constructor(private readonly rpc: Rpc) {}

  /** The conversation, or the one that answers for it; null if it was deleted. */
  conversation(ctx: TenantContext, id: Id<'conversation'>): Promise<Conversation | null> {
    return this.rpc.call(lookUpConversation, ctx, { id });
  }

  /** Assignees and followers of a conversation and of its tickets, each with the record that is theirs; the conversation counts first. */
  async of(tx: Transaction, id: Id<'conversation'>): Promise<ReadonlyMap<string, Subject>> {
    const conversation = await this.conversation(tx.ctx, id);
    if (conversation === null) return new Map();
    const tickets = await this.rpc.call(findTicketsOfConversation, tx.ctx, {
      conversation_id: conversation.id,
    });
    const readers = new Map<string, Subject>();
    await addReaders(tx, readers, 'conversation', [
      { id: uuidOf('conversation', conversation.id), assignee: conversation.assignee?.id ?? null },
    ]);
    await addReaders(
      tx,
      readers,
      'ticket',
      tickets.map((ticket) => ({ id: uuidOf('ticket', ticket.id), assignee: ticket.assignee_id })),
    );
    return readers;
  }
}

async function addReaders(
  tx: Transaction,
  readers: Map<string, Subject>,
  kind: RecordKind,
  records: readonly { id: string; assignee: Id<'user'> | null }[],
): Promise<void> {
  if (records.length === 0) return;
  const add = (user: string, id: string) => {
    if (!readers.has(user)) readers.set(user, { kind, id });
  };
  for (const { id, assignee } of records) if (assignee !== null) add(uuidOf('user', assignee), id);
  const ids = records.map(({ id }) => id);
  for (const { record_id: id, user_id: user } of await tx.query(findFollowersOfMany, [kind, ids]))
    add(user, id);
}
