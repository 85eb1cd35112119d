import { Injectable } from '@nestjs/common';
import { uuidOf, type Conversation, type SlaTargets, type Ticket } from '@parley/contracts';
import {
  contactColumns,
  Projections,
  requireActive,
  requireExisting,
  resolveTagChanges,
  type ContactFields,
  type NewAssignee,
  type TeamProjection,
} from '@parley/projections';
import type { RowChanges, Transaction } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { WorkspaceSlaTargets } from '../sla/sla-targets.handlers.ts';
import { changeTicket } from './change-ticket.ts';
import { References } from './references.ts';
import type { TicketRow } from './ticket.entity.ts';
import {
  ticketChanges,
  type LinkedConversation,
  type TicketPatch,
  type TicketUpdate,
} from './ticket.rules.ts';
import type { TicketWithSummaries } from './tickets.queries.ts';

/** A patch whose references are resolved, with the SLA targets to apply. */
export interface ResolvedPatch {
  patch: TicketPatch;
  targets: SlaTargets;
  assignee: NewAssignee | null;
  team: TeamProjection | null;
  contact: ContactFields | null;
}

const toLink = ({ id, contact }: Conversation): LinkedConversation => ({
  id: uuidOf('conversation', id),
  contact_id: uuidOf('contact', contact.id),
});

/** Applies updates to tickets, whichever operation brings them. */
@Injectable()
export class TicketUpdates {
  constructor(
    private readonly projections: Projections,
    private readonly references: References,
    private readonly targets: WorkspaceSlaTargets,
  ) {}

  /** Resolves the ids in a patch. Throws 422 for an unknown reference and for tags that no ticket could take. */
  async resolve(ctx: TenantContext, body: TicketUpdate, own: string | null = null): Promise<ResolvedPatch> {
    const { assignee_id: assigneeId, team_id: teamId, inbox_id: inboxId, ...more } = body;
    const { conversation_id: conversationId, ...others } = more;
    const { contact: reference, ...rest } = others;
    const assignee = await this.projections.assignee(ctx, assigneeId ?? null);
    const team = await this.projections.team(ctx, teamId ?? null);
    const inbox = await this.references.inbox(ctx, inboxId ?? null);
    const conversation = await this.references.conversation(ctx, conversationId ?? null);
    const contact = await this.references.contact(ctx, reference ?? null, conversation, own);
    const patch = {
      ...rest,
      ...resolveTagChanges('ticket', rest),
      ...(assigneeId === undefined ? {} : { assignee_id: assignee?.id ?? null }),
      ...(teamId === undefined ? {} : { team_id: team?.id ?? null }),
      ...(inboxId === undefined ? {} : { inbox_id: inbox?.id ?? null }),
      ...(conversationId === undefined ? {} : { conversation: conversation && toLink(conversation) }),
      ...(reference === undefined ? {} : { contact_id: contact?.id ?? null }),
    };
    return { patch, targets: await this.targets.of(ctx), assignee, team, contact };
  }

  /**
   * Applies a patch to a locked row and emits its events. Returns `null` if the patch changes nothing.
   * @param more runs once the patch is known to be valid, and returns further changes
   */
  async apply(
    tx: Transaction,
    row: TicketWithSummaries,
    resolved: ResolvedPatch,
    more: () => Promise<RowChanges<TicketRow>> = () => Promise.resolve({}),
  ): Promise<Ticket | null> {
    const at = new Date();
    const { patch, targets, assignee, team, contact } = resolved;
    const changes = ticketChanges(row, patch, at, targets);
    if ('assignee_id' in changes) await requireActive(tx, assignee);
    if ('team_id' in changes) await requireExisting(tx, team);
    return changeTicket(tx, row, { ...changes, ...(await more()) }, at, {
      ...('assignee_id' in changes && { assignee_name: assignee?.name ?? null }),
      ...('team_id' in changes && { team_name: team?.name ?? null }),
      ...('contact_id' in changes && contactColumns(contact ?? null)),
    });
  }
}
