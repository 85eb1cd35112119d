import { Injectable } from '@nestjs/common';
import { seedTickets, TicketInput, type ParsedInput, type SlaTargets } from '@parley/contracts';
import { inTenant, type Context } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { RecordNumbers } from '@parley/projections';
import { Handles } from '@parley/rpc';
import { sampleBatch, sampleTicket, type SampleTicket } from '@parley/sample-data';
import { listInboxIds } from '../inboxes/inboxes.queries.ts';
import { WorkspaceSlaTargets } from '../sla/sla-targets.handlers.ts';
import { TicketRow } from '../tickets/ticket.entity.ts';
import { adjustTimer, nextTransition } from '../sla/sla.rules.ts';
import { newTicketRow, statusTimes } from '../tickets/ticket.rules.ts';

/** Values of the fields that sample tickets do not set, as `POST /v1/tickets` would default them. */
const DEFAULTS = TicketInput.omit({ subject: true, message: true }).parse({});

@Injectable()
export class SeedTickets {
  constructor(
    private readonly db: Database,
    private readonly targets: WorkspaceSlaTargets,
    private readonly numbers: RecordNumbers,
  ) {}

  /** Emits no events: sample data is not an activity of the workspace. */
  @Handles(seedTickets)
  async write(ctx: Context, batch: ParsedInput<typeof seedTickets>) {
    const tenant = inTenant(ctx, batch.workspace, batch.mode);
    const targets = await this.targets.of(tenant);
    const tickets = sampleBatch(batch, sampleTicket);
    const first = await this.numbers.next(tenant, tickets.length);
    return this.db.transaction(tenant, async (tx) => {
      const inboxes = (await tx.query(listInboxIds)).map(({ id }) => id);
      const now = new Date();
      const rows = tickets.map((ticket, nth) => ({
        ...sampleTicketRow(ticket, inboxes, targets, now),
        number: first + nth,
      }));
      return { written: (await tx.insertMissing(TicketRow, rows, 'seed')).length };
    });
  }
}

/** Row of a sample ticket, as if created and moved to its status by the API. SLA transitions before `now` count as emitted. */
function sampleTicketRow(
  ticket: SampleTicket,
  inboxes: readonly string[],
  targets: SlaTargets,
  now: Date,
): Omit<TicketRow, 'workspace_id' | 'mode'> {
  const { id, status, status_at: statusAt, contact_id, assignee_id, inbox, created_at, ...fields } = ticket;
  const inbox_id = inboxes[Math.floor(inbox * inboxes.length)] ?? null;
  const ids = { id, number: 0, contact_id, assignee_id, team_id: null, inbox_id, conversation_id: null };
  const created = newTicketRow({ ...DEFAULTS, ...fields }, ids, created_at, targets);
  const timer = adjustTimer(created, { status, priority: created.priority }, statusAt, targets);
  const times = statusTimes(created, status, statusAt);
  const row = { ...created, ...timer, ...times, status, created_at, updated_at: statusAt };
  return { ...row, version: status === 'open' ? 1 : 2, sla_next_transition_at: nextTransition(row, now) };
}
