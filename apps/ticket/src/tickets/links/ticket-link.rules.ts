import { invalidParameter, LINKS_MAX, type ApiError, type TicketLinkType } from '@parley/contracts';
import type { StoredLink, TicketRow } from '../ticket.entity.ts';

/** What a ticket is to another one that is this to it. */
const OTHER_END: Readonly<Record<TicketLinkType, TicketLinkType>> = {
  related: 'related',
  duplicate_of: 'duplicate',
  duplicate: 'duplicate_of',
  parent: 'child',
  child: 'parent',
};

type Linked = Pick<TicketRow, 'id' | 'links'>;

/** The links of two tickets with one between them, by which `other` is `type` to `row`. Throws 422. */
export function linked(row: Linked, other: Linked, type: TicketLinkType): [StoredLink[], StoredLink[]] {
  if (row.id === other.id) throw invalidParameter('linked_ticket_id', 'must be another ticket');
  const known = row.links.find(({ id }) => id === other.id);
  if (known?.type === type) return [row.links, other.links];
  if (known !== undefined)
    throw invalidParameter('linked_ticket_id', `has another link with this ticket: ${known.type}`);
  if (type === 'parent' && row.links.some((link) => link.type === 'parent'))
    throw invalidParameter('type', 'must not be parent, because the ticket has one');
  if (Math.max(row.links.length, other.links.length) >= LINKS_MAX) throw tooMany();
  return [
    [...row.links, { type, id: other.id }],
    [...other.links, { type: OTHER_END[type], id: row.id }],
  ];
}

/** 422: a parent that is below the ticket. */
export const cyclic = (): ApiError =>
  invalidParameter('linked_ticket_id', 'must not be the ticket of which this one is a parent, or its parent');

export const withoutLink = (links: readonly StoredLink[], id: string): StoredLink[] =>
  links.filter((link) => link.id !== id);

const tooMany = (): ApiError =>
  invalidParameter(
    'linked_ticket_id',
    `must be linked where both tickets have fewer than ${LINKS_MAX} links`,
  );
