import { tenantStatement } from '@parley/persistence';
import { mergeStatements, type Gained, type Merged } from '@parley/projections';
import { TicketRow } from '../ticket.entity.ts';
import { findKnownTicket, lockTicketRows, type TicketWithSummaries } from '../tickets.queries.ts';

/** What a ticket got from one that was merged into it. */
export interface GainedByTicket extends Gained {
  /** Uuid of the conversation that it lacked. */
  readonly conversation_id?: string;
  /** Uuid of the contact that it lacked. */
  readonly contact_id?: string;
}

export type MergedTicket = Merged<TicketWithSummaries, GainedByTicket>;

const TEXTS = mergeStatements(TicketRow);

export const MERGING_TICKETS = {
  kind: 'ticket' as const,
  rows: lockTicketRows,
  known: findKnownTicket,
  survivors: tenantStatement<{ id: string; survivor_id: string }>('merged_ticket.find', TEXTS.survivors),
  ofSurvivor: tenantStatement<MergedTicket>('merged_ticket.of_survivor', TEXTS.ofSurvivor),
  take: tenantStatement<never>('merged_ticket.take', TEXTS.take),
  redirect: tenantStatement<never>('merged_ticket.redirect', TEXTS.redirect),
  restore: tenantStatement<never>('merged_ticket.restore', TEXTS.restore),
  reassign: tenantStatement<never>('merged_ticket.reassign', TEXTS.reassign),
  forget: tenantStatement<{ id: string; contact_id: string | null }>('merged_ticket.forget', TEXTS.forget),
};
