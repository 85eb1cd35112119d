import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf, type ApiClient } from '@parley/testing';
import { operator } from './platform.ts';
import { addUser, withKey } from './steps.ts';

type Query = api.Input<typeof api.getReport>['query'];

const reportOf = (client: ApiClient, metric: api.ReportMetric, query: Partial<Query> = {}) =>
  client.ok(api.getReport, { params: { metric }, query: { resource: 'ticket', ...query } });
/** The sum of the counts of each group. */
async function countsOf(client: ApiClient, metric: api.ReportMetric, query: Partial<Query> = {}) {
  const { data } = await reportOf(client, metric, query);
  const counts: Record<string, number> = {};
  for (const { group, count } of data) counts[group ?? 'none'] = (counts[group ?? 'none'] ?? 0) + count;
  return counts;
}
const shows = (client: ApiClient, metric: api.ReportMetric, query: Partial<Query>, counts: object) =>
  eventually(async () => {
    expect(await countsOf(client, metric, query)).toEqual(counts);
    return true;
  });

const createTicket = async (
  live: ApiClient,
  body: Partial<api.Input<typeof api.createTicket>['body']> = {},
) => (await live.ok(api.createTicket, { body: { subject: 'Broken', ...body } })).data;
const update = (
  live: ApiClient,
  ticket_id: api.Id<'ticket'>,
  body: api.Input<typeof api.updateTicket>['body'],
) => live.ok(api.updateTicket, { params: { ticket_id }, body });

describe('a report on tickets', () => {
  it('counts what was created, resolved, reopened and is open, with the team of the moment', async () => {
    const { live } = await operator.workspace();
    const team = async (name: string) => (await live.ok(api.createTeam, { body: { name } })).data.id;
    const [one, two] = [await team('One'), await team('Two')];
    const first = await createTicket(live, { team_id: one });
    await createTicket(live, { team_id: one });
    await update(live, first.id, { team_id: two });
    await update(live, first.id, { status: 'resolved' });
    await update(live, first.id, { status: 'open' });
    await update(live, first.id, { status: 'closed' });
    await createTicket(live);
    await shows(live, 'volume', { by: 'team' }, { [one]: 2, none: 1 });
    await shows(live, 'resolution', { by: 'team' }, { [two]: 2 });
    await shows(live, 'reopened', { by: 'team' }, { [two]: 1 });
    const { data } = await reportOf(live, 'backlog', { by: 'team' });
    const last = data.filter(({ end_at }) => end_at === data.at(-1)?.end_at);
    expect(last.map(({ group, count }) => [group, count])).toEqual(
      expect.arrayContaining([
        [one, 1],
        [null, 1],
      ]),
    );
  });

  it('measures first responses, and which targets were met', async () => {
    const workspace = await operator.workspace();
    const { live } = workspace;
    const agent = await addUser(workspace, { role: 'agent' });
    const ticket = await createTicket(live, {
      assignee_id: agent.id,
      contact: { email: 'dana@example.com' },
      message: { body: 'Help', author: { type: 'contact' } },
    });
    const params = { ticket_id: ticket.id };
    await live.ok(api.createTicketMessage, { params, body: { body: 'Sure' } });
    await shows(live, 'first_response', { by: 'assignee' }, { [agent.id]: 1 });
    await shows(live, 'sla_met', {}, { none: 1 });
    await shows(live, 'first_response', { resource: 'conversation', by: 'channel' }, { api: 1 });
    const times = (await reportOf(live, 'first_response')).data.filter(({ count }) => count > 0);
    expect(times).toMatchObject([{ count: 1, met: null }]);
    expect(times[0]?.median_seconds).toBe(times[0]?.p90_seconds);
    const met = (await reportOf(live, 'sla_met')).data.filter(({ count }) => count > 0);
    expect(met).toMatchObject([{ met: 1, breached: 0, met_share: 1, median_seconds: null }]);
  });

  it('counts a merged ticket with its survivor alone until the merge is undone, and a deleted one no more', async () => {
    const { live } = await operator.workspace();
    const [survivor, merged, deleted] = [
      await createTicket(live),
      await createTicket(live),
      await createTicket(live),
    ];
    await shows(live, 'volume', {}, { none: 3 });
    const params = { ticket_id: survivor.id };
    await live.ok(api.mergeTickets, { params, body: { from_ids: [merged.id] } });
    await live.ok(api.deleteTicket, { params: { ticket_id: deleted.id } });
    await shows(live, 'volume', {}, { none: 1 });
    await live.ok(api.unmergeTickets, { params, body: { ids: [merged.id] } });
    await shows(live, 'volume', {}, { none: 2 });
  });
});

describe('the intervals of a report', () => {
  it('are days of the time zone of the workspace, unless the request names another one', async () => {
    const { live } = await operator.workspace();
    await live.ok(api.updateWorkspace, { body: { time_zone: 'America/New_York' } });
    const range = { occurred_after: '2026-03-07T05:00:00Z', occurred_before: '2026-03-10T04:00:00Z' };
    const { data, meta } = await reportOf(live, 'volume', range);
    expect(meta.time_zone).toBe('America/New_York');
    expect(data.map(({ start_at }) => start_at)).toEqual([
      '2026-03-07T05:00:00.000Z',
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
    ]);
    const other = await reportOf(live, 'volume', { ...range, time_zone: 'Asia/Tokyo', interval: 'week' });
    expect(other.data.map(({ start_at }) => start_at)).toEqual([
      '2026-03-07T05:00:00.000Z',
      '2026-03-08T15:00:00.000Z',
    ]);
  });
});

describe('a report as CSV', () => {
  it('has a row for each point, and no cell that a spreadsheet takes for a formula', async () => {
    const { live } = await operator.workspace();
    await createTicket(live, { tags: ['=1+1', 'a, "b"'] });
    await shows(live, 'volume', { by: 'tag' }, { '=1+1': 1, 'a, "b"': 1 });
    const now = new Date();
    const after = encodeURIComponent(new Date(now.getTime() - 60_000).toISOString());
    const query = `resource=ticket&by=tag&interval=week&time_zone=UTC&occurred_after=${after}`;
    const response = await fetch(`${live.baseUrl}/v1/reports/volume?${query}`, {
      headers: { accept: 'text/csv', authorization: `Bearer ${live.token}` },
    });
    expect(response.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
    expect(response.headers.get('vary')).toContain('Accept');
    const [head, ...lines] = (await response.text()).split('\r\n');
    expect(head).toBe('start_at,end_at,group,count,median_seconds,p90_seconds,met,breached,met_share');
    const cells = lines.filter((line) => line !== '').map((line) => line.split('Z,').at(-1));
    expect(cells).toEqual(expect.arrayContaining([`'=1+1,1,,,,,`, `"a, ""b""",1,,,,,`]));
  });
});

describe('a request for a report', () => {
  const REFUSED: readonly (readonly [string, api.ReportMetric, Partial<Query>, string])[] = [
    ['a group that tickets do not have', 'volume', { by: 'channel' }, 'by'],
    ['a metric that conversations do not have', 'sla_met', { resource: 'conversation' }, 'resource'],
    [
      'an end before its start',
      'volume',
      { occurred_after: '2026-03-02', occurred_before: '2026-03-01' },
      'occurred_before',
    ],
    [
      'more intervals than there may be points',
      'volume',
      { interval: 'hour', occurred_after: '2025-01-01', occurred_before: '2026-01-01' },
      'interval',
    ],
    ['a time zone that does not exist', 'volume', { time_zone: 'Europe/Atlantis' }, 'time_zone'],
    ['an offset as its time zone', 'volume', { time_zone: '+02:00' }, 'time_zone'],
    ['an interval that does not exist', 'volume', { interval: 'minute' as 'hour' }, 'interval'],
    ['a group that does not exist', 'volume', { by: 'contact' as 'team' }, 'by'],
  ];
  it.each(REFUSED)('is refused with %s', async (_, metric, query, param) => {
    const { live } = await operator.workspace();
    const refused = refusalOf(
      await live.call(api.getReport, { params: { metric }, query: { resource: 'ticket', ...query } }),
    );
    expect(refused).toBe(`422 invalid_parameter ${param}`);
  });

  it('finds no metric that does not exist', async () => {
    const { live } = await operator.workspace();
    const params = { metric: 'happiness' as api.ReportMetric };
    const refused = refusalOf(await live.call(api.getReport, { params, query: { resource: 'ticket' } }));
    expect(refused).toBe('404 not_found');
  });

  it('needs the scope that reads what it counts', async () => {
    const workspace = await operator.workspace();
    const narrow = await withKey(workspace, 'tickets:read');
    await reportOf(narrow, 'volume');
    const params = { metric: 'volume' as const };
    const refused = refusalOf(
      await narrow.call(api.getReport, { params, query: { resource: 'conversation' } }),
    );
    expect(refused).toBe('403 insufficient_scope resource');
  });
});
