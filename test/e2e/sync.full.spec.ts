import { expect, it } from '@jest/globals';
import { createTicket, getTicket, setSlaTargets, updateContact, type Id } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { syncDuringChanges } from '../../bench/sync-client.mjs';
import { operator } from './platform.ts';

const SEED = Number(process.env['SYNC_SEED'] ?? 18);

// `npm run bench -- sync` does the same during 10,000 changes.
const lists = ['tickets', 'conversations', 'contacts'] as const;

it.each(lists)(
  `a connector that polls %s during concurrent changes ends with an exact copy (SYNC_SEED=${SEED})`,
  async (list) => {
    const { credentials } = await operator.workspace();
    // No ticket may reach the next SLA status, which is that of the moment of a read, between the last poll and the comparison.
    const targets = 'urgent=1h,high=1h,normal=1h,low=1h';
    await operator.run(setSlaTargets, { workspace: credentials.workspace_id, targets });
    const platform = {
      url: credentials.base_url,
      headers: { authorization: `Bearer ${credentials.live_key}` },
    };
    const result = await syncDuringChanges(platform, {
      list,
      changes: 400,
      writers: 8,
      seed: SEED,
      pauseMs: 50,
    });
    expect(result).toMatchObject({ missing: 0, stale: [], unexpected: 0 });
    expect(result.records).toBeGreaterThan(50);
    expect(result.polls).toBeGreaterThan(1);
    expect(result.changes).toBeGreaterThanOrEqual(400);
  },
);

it('a new name of a contact shows in its tickets, and is no change of them', async () => {
  const { live } = await operator.workspace();
  const body = { subject: 'Printer is on fire', contact: { email: 'dana@example.com' } };
  const { data: ticket } = await live.ok(createTicket, { body });
  const params = { contact_id: ticket.contact?.id as Id<'contact'> };
  await live.ok(updateContact, { params, body: { name: 'Dana' } });
  await eventually(async () => {
    const { data } = await live.ok(getTicket, { params: { ticket_id: ticket.id } });
    expect(data).toMatchObject({ contact: { name: 'Dana' }, updated_at: ticket.updated_at });
  });
});
