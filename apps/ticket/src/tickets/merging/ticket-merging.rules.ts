import { contactColumns, type SummaryColumns } from '@parley/projections';
import type { RowChanges } from '@parley/persistence';
import type { TicketRow } from '../ticket.entity.ts';
import type { TicketWithSummaries } from '../tickets.queries.ts';
import type { GainedByTicket } from './ticket-merging.queries.ts';

type Linked = Pick<TicketRow, 'id' | 'contact_id' | 'conversation_id'>;

interface GainedConversation {
  /** Uuid of the ticket that it is from. */
  readonly of: string;
  readonly gained: Pick<GainedByTicket, 'conversation_id' | 'contact_id'>;
  readonly changes: RowChanges<TicketRow>;
  readonly names: Partial<SummaryColumns>;
}

/** The conversation that a ticket without one gets from those that are merged into it: the first that has its contact, or any contact if it has none. */
export function conversationFor(
  survivor: Linked,
  others: readonly TicketWithSummaries[],
): GainedConversation | null {
  if (survivor.conversation_id !== null) return null;
  const found = others.find(
    ({ conversation_id: conversation, contact_id: contact }) =>
      conversation !== null && (survivor.contact_id === null || survivor.contact_id === contact),
  );
  if (found?.conversation_id == null || found.contact_id === null) return null;
  const linked = { conversation_id: found.conversation_id };
  const { contact_name: name, contact_email: email, contact_phone: phone } = found;
  return survivor.contact_id === null
    ? {
        of: found.id,
        gained: { ...linked, contact_id: found.contact_id },
        changes: { ...linked, contact_id: found.contact_id },
        names: contactColumns({ name, email, phone }),
      }
    : { of: found.id, gained: linked, changes: linked, names: {} };
}

/** What a ticket loses of its conversation and contact with tickets that are given back, unless it has got others since. */
export function conversationWithout(
  survivor: Linked,
  back: readonly { readonly gained: GainedByTicket }[],
): RowChanges<TicketRow> {
  const lost = back.find(
    ({ gained }) =>
      gained.conversation_id !== undefined && gained.conversation_id === survivor.conversation_id,
  );
  if (lost === undefined) return {};
  return {
    conversation_id: null,
    ...(lost.gained.contact_id === survivor.contact_id ? { contact_id: null } : {}),
  };
}
