import { TicketInput } from '@parley/contracts';
import { newUuid } from '@parley/runtime/records';
import type { newTicketRow } from './ticket.rules.ts';

type Draft = Parameters<typeof newTicketRow>[0];

const references = {
  contact: true,
  assignee_id: true,
  team_id: true,
  inbox_id: true,
  conversation_id: true,
  message: true,
} as const;
const defaults = { ...TicketInput.omit(references).parse({}), subject: 'x' };

/** The body of POST /v1/tickets with its defaults, without references to other records. */
export function ticketDraft(fields: Partial<Draft> = {}): Draft {
  return { ...defaults, ...fields };
}

let lastNumber = 0;

/** Ids of a new ticket that refers to no other record. */
export const ticketIds = () => ({
  id: newUuid(),
  number: (lastNumber += 1),
  contact_id: null,
  assignee_id: null,
  team_id: null,
  inbox_id: null,
  conversation_id: null,
});
