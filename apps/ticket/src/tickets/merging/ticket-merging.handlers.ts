import { Injectable } from '@nestjs/common';
import {
  encodeId,
  lookUpConversations,
  mergeTickets,
  ticketMerged,
  ticketUnmerged,
  unmergeTickets,
  uuidOf,
  type ParsedInput,
  type Ticket,
} from '@parley/contracts';
import { Database, type RowChanges, type Transaction } from '@parley/persistence';
import {
  contactColumns,
  isDeactivated,
  isTeamDeleted,
  Merging,
  tagColumns,
  unionOf,
  without,
  type SummaryColumns,
} from '@parley/projections';
import { Handles, Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { changedValues } from '@parley/runtime/records';
import { findInbox } from '../../inboxes/inboxes.queries.ts';
import { isDone } from '../../sla/sla.rules.ts';
import { emitSlaTransitions } from '../../sla/sla-transitions.ts';
import { changeTicket } from '../change-ticket.ts';
import type { TicketRow } from '../ticket.entity.ts';
import { findLinkedTo } from '../links/ticket-links.queries.ts';
import { toTicket } from '../ticket.serializer.ts';
import type { TicketWithSummaries } from '../tickets.queries.ts';
import { conversationFor, conversationWithout } from './ticket-merging.rules.ts';
import { MERGING_TICKETS, type GainedByTicket, type MergedTicket } from './ticket-merging.queries.ts';

/** Tickets that become one, and several again (ADR 45). */
@Injectable()
export class TicketMerging {
  readonly #merging = new Merging<TicketWithSummaries, GainedByTicket>(MERGING_TICKETS);

  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  @Handles(mergeTickets)
  merge(ctx: TenantContext, { params, body }: ParsedInput<typeof mergeTickets>) {
    const fromIds = body.from_ids.map((id) => uuidOf('ticket', id));
    return this.db.transaction(ctx, async (tx) => {
      const found = await this.#merging.lockToMerge(tx, uuidOf('ticket', params.ticket_id), fromIds);
      const { survivor, others } = found;
      const at = new Date();
      const { shared, gained } = unionOf(survivor, others, await this.#merging.earlierOf(tx, survivor));
      const conversation = conversationFor(survivor, others);
      const taken = others.map((row) => ({
        row,
        gained: {
          tags: [],
          custom_fields: {},
          ...gained.get(row.id),
          ...(row.id === conversation?.of && conversation.gained),
        },
      }));
      // Transitions that have happened keep their events.
      for (const row of others) await emitSlaTransitions(tx, row, at);
      await this.#merging.take(tx, survivor, taken, at);
      for (const { id } of others)
        tx.emit(ticketMerged, {
          id: encodeId('ticket', id),
          merged_into: encodeId('ticket', survivor.id),
        });
      const changes = { ...shared, ...tagColumns(shared.tags), ...conversation?.changes };
      return this.#change(tx, survivor, changes, at, conversation?.names);
    });
  }

  @Handles(unmergeTickets)
  async unmerge(ctx: TenantContext, { params, body }: ParsedInput<typeof unmergeTickets>) {
    const ids = body.ids.map((id) => uuidOf('ticket', id));
    const conversations = await this.#conversationsOf(ctx, uuidOf('ticket', params.ticket_id), ids);
    return this.db.transaction(ctx, async (tx) => {
      const found = await this.#merging.lockToUnmerge(tx, uuidOf('ticket', params.ticket_id), ids);
      const at = new Date();
      const { rows, staying } = await this.#merging.giveBack(tx, found, (one) =>
        presentValues(tx, one, conversations),
      );
      for (const row of rows) tx.emit(ticketUnmerged, toTicket(row, at));
      const { survivor, back } = found;
      const shared = without(survivor, back, staying);
      const changes = { ...shared, ...tagColumns(shared.tags), ...conversationWithout(survivor, back) };
      return this.#change(tx, survivor, changes, at, 'contact_id' in changes ? contactColumns(null) : {});
    });
  }

  async #change(
    tx: Transaction,
    row: TicketWithSummaries,
    requested: RowChanges<TicketRow>,
    at: Date,
    names: Partial<SummaryColumns> = {},
  ): Promise<Ticket> {
    const changed = await changeTicket(tx, row, changedValues(row, requested), at, names);
    return changed ?? toTicket(row, at);
  }

  /** The conversations of merged tickets that exist, by the uuids that these have, with what they were merged into. */
  async #conversationsOf(ctx: TenantContext, id: string, ids: readonly string[]) {
    const db = this.db.read(ctx);
    const survivor = await this.#merging.survivorOf(db, id);
    const merged = await db.query(MERGING_TICKETS.ofSurvivor, [survivor]);
    const linked = merged
      .filter((one) => ids.includes(one.id))
      .flatMap(({ record }) => record.conversation_id ?? []);
    if (linked.length === 0) return new Map<string, string>();
    const asked = linked.map((uuid) => encodeId('conversation', uuid));
    const found = await this.rpc.call(lookUpConversations, ctx, { ids: [...new Set(asked)] });
    return new Map(
      found.flatMap((one) =>
        [one.id, ...one.merged_from].map((named) => [
          uuidOf('conversation', named),
          uuidOf('conversation', one.id),
        ]),
      ),
    );
  }
}

/** What a ticket refers to now that it is given back. What was deleted since is null. */
async function presentValues(
  tx: Transaction,
  { record }: MergedTicket,
  conversations: ReadonlyMap<string, string>,
): Promise<Partial<TicketRow>> {
  const { assignee_id: assignee, team_id: team, inbox_id: inbox, conversation_id: conversation } = record;
  const isLeft = assignee !== null && !isDone(record.status) && (await isDeactivated(tx, assignee));
  const hasTeam = team !== null && !(await isTeamDeleted(tx, team));
  const hasInbox = inbox !== null && (await tx.one(findInbox, [inbox])) !== undefined;
  const others = await tx.query(findLinkedTo, [record.links.map(({ id }) => id), record.id]);
  return {
    links: record.links.filter((link) => others.some(({ id }) => id === link.id)),
    assignee_id: isLeft ? null : assignee,
    team_id: hasTeam ? team : null,
    inbox_id: hasInbox ? inbox : null,
    conversation_id: conversation === null ? null : (conversations.get(conversation) ?? null),
  };
}
