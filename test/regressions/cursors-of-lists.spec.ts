import { expect, it } from '@jest/globals';
import { createTicket, listTickets } from '@parley/contracts';
import { operator } from '../e2e/platform.ts';

it('a cursor without the filters of its list is 400, where it led through all records', async () => {
  const { live } = await operator.workspace();
  for (const priority of ['high', 'high', 'low'] as const)
    await live.ok(createTicket, { body: { subject: 'Paged', priority } });
  const { meta } = await live.ok(listTickets, { query: { priority: ['high'], per_page: '1' } });
  const cursor = meta.next_cursor ?? '';
  for (const other of ['', '&priority=low', '&priority=high&order=asc', '&priority=high&tag=x']) {
    const { status, body } = await live.raw('GET', `/v1/tickets?cursor=${cursor}${other}`);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', 'cursor']);
  }
  const rest = await live.ok(listTickets, { query: { per_page: '50', priority: ['high'], cursor } });
  expect(rest.data.map(({ priority }) => priority)).toEqual(['high']);
});
