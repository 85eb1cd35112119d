import { Injectable } from '@nestjs/common';
import {
  conversationDeleted,
  conversationMerged,
  conversationUnmerged,
  uuidOf,
  type EventOf,
} from '@parley/contracts';
import { On } from '@parley/events';
import { tenantStatement, type Transaction } from '@parley/persistence';
import { changeTicket } from '../change-ticket.ts';
import { lockTicketRows, lockTicketsOfConversation } from '../tickets.queries.ts';

/** A ticket followed its conversation into what this was merged into, and goes back with it. */
const addFollowed = tenantStatement<never>(
  'followed_merge.add',
  `insert into followed_merge (workspace_id, mode, conversation_id, ticket_id, merged_into)
   select $1, $2, $3, followed.id, $5 from unnest($4::uuid[]) followed(id)
   on conflict (workspace_id, mode, conversation_id, ticket_id) do update set merged_into = excluded.merged_into`,
);

/** Tickets that followed a conversation, each with all conversations that it was linked to by that. */
const findFollowed = tenantStatement<{ ticket_id: string; linked: string[] }>(
  'followed_merge.find',
  `select own.ticket_id, array(select every.merged_into from followed_merge every
      where every.workspace_id = $1 and every.mode = $2 and every.ticket_id = own.ticket_id) as linked
     from followed_merge own where own.workspace_id = $1 and own.mode = $2 and own.conversation_id = $3
    order by own.ticket_id`,
);

const forgetFollowed = tenantStatement<never>(
  'followed_merge.forget',
  'delete from followed_merge where workspace_id = $1 and mode = $2 and conversation_id = $3',
);

/** Tickets of conversations that are merged, and given back. */
@Injectable()
export class ConversationMergeSubscribers {
  @On(conversationMerged)
  async relinkTicketsWhenConversationIsMerged({ data }: EventOf<typeof conversationMerged>, tx: Transaction) {
    const [id, into] = [uuidOf('conversation', data.id), uuidOf('conversation', data.merged_into)];
    const at = new Date();
    const rows = await tx.lockAll(lockTicketsOfConversation, [id]);
    if (rows.length === 0) return;
    await tx.query(addFollowed, [id, rows.map((row) => row.id), into]);
    for (const row of rows) await changeTicket(tx, row, { conversation_id: into }, at);
  }

  /** A ticket that was linked to another conversation since stays there. */
  @On(conversationUnmerged)
  async relinkTicketsWhenConversationIsUnmerged(
    { data }: EventOf<typeof conversationUnmerged>,
    tx: Transaction,
  ) {
    const id = uuidOf('conversation', data.id);
    const followed = await tx.query(findFollowed, [id]);
    if (followed.length === 0) return;
    const linked = new Map(followed.map((one) => [one.ticket_id, one.linked]));
    await tx.query(forgetFollowed, [id]);
    const at = new Date();
    for (const row of await tx.lockAll(lockTicketRows, [[...linked.keys()]]))
      if (row.conversation_id !== null && linked.get(row.id)?.includes(row.conversation_id) === true)
        await changeTicket(tx, row, { conversation_id: id }, at);
  }

  @On(conversationDeleted)
  async forgetMergeWhenConversationIsDeleted({ data }: EventOf<typeof conversationDeleted>, tx: Transaction) {
    await tx.query(forgetFollowed, [uuidOf('conversation', data.id)]);
  }
}
