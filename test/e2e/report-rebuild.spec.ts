import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { connected, eventually, isFullRun, type ApiClient, type TestWorkspace } from '@parley/testing';
import { databaseUrl, operator } from './platform.ts';
import { addUser } from './steps.ts';

const database = await connected(databaseUrl);
afterAll(() => database.end());

const ACTIONS = isFullRun ? 250 : 80;
const SEED = Number(process.env['REPORTS_SEED'] ?? '20261130');
const GROUPS = [undefined, 'team', 'assignee', 'tag'] as const;
const METRICS = ['volume', 'backlog', 'resolution', 'reopened', 'first_response', 'sla_met'] as const;

/** Numbers below a limit that a seed determines. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

async function desk() {
  const workspace = await operator.workspace();
  const { live } = workspace;
  const teams = [null];
  const users = [null];
  for (const name of ['One', 'Two']) {
    teams.push((await live.ok(api.createTeam, { body: { name } })).data.id as never);
    users.push((await addUser(workspace, { name, role: 'agent' })).id as never);
  }
  return { ...workspace, teams, users };
}
type Desk = Awaited<ReturnType<typeof desk>>;

/** Works at tickets at random: creates, changes, answers, merges, splits up and deletes them. */
async function work({ live, teams, users }: Desk, next: (below: number) => number): Promise<void> {
  const tickets: api.Id<'ticket'>[] = [];
  const merged: (readonly [survivor: api.Id<'ticket'>, id: api.Id<'ticket'>])[] = [];
  const one = <Value>(values: readonly Value[]) => values[next(values.length)] as Value;
  const tags = () => ['billing', 'vip'].filter(() => next(2) === 0);
  const change = (body: api.Input<typeof api.updateTicket>['body']) =>
    live.ok(api.updateTicket, { params: { ticket_id: one(tickets) }, body });
  const create = async () => {
    const contact = { email: `dana-${next(5)}@example.com` };
    const body = { subject: 'Broken', contact, team_id: one(teams), assignee_id: one(users), tags: tags() };
    tickets.push((await live.ok(api.createTicket, { body })).data.id);
  };
  const take = () => tickets.splice(next(tickets.length), 1)[0] as api.Id<'ticket'>;
  const actions: (() => Promise<unknown>)[] = [
    create,
    () => change({ status: one(['open', 'pending', 'resolved', 'closed']) }),
    () => change({ status: one(['open', 'resolved']) }),
    () => change({ team_id: one(teams) }),
    () => change({ assignee_id: one(users) }),
    () => change({ tags: tags(), priority: one(['high', 'low']) }),
    () => live.ok(api.createTicketMessage, { params: { ticket_id: one(tickets) }, body: { body: 'Sure' } }),
    async () => {
      const [id, survivor] = [take(), one(tickets)];
      await live.ok(api.mergeTickets, { params: { ticket_id: survivor }, body: { from_ids: [id] } });
      merged.push([survivor, id]);
    },
    async () => {
      const [survivor, id] = merged.pop() ?? [];
      if (survivor === undefined || id === undefined || !tickets.includes(survivor)) return;
      await live.ok(api.unmergeTickets, { params: { ticket_id: survivor }, body: { ids: [id] } });
      tickets.push(id);
    },
    () => (next(3) === 0 ? live.ok(api.deleteTicket, { params: { ticket_id: take() } }) : create()),
  ];
  for (let nth = 0; nth < ACTIONS; nth += 1) await (tickets.length < 5 ? create() : one(actions)());
}

async function everyTicket(live: ApiClient): Promise<api.Ticket[]> {
  const tickets: api.Ticket[] = [];
  for (let page = 1; ; page += 1) {
    const { data, links } = await live.ok(api.listTickets, {
      query: { page: String(page), per_page: '100' },
    });
    tickets.push(...data);
    if (links.next === null) return tickets;
  }
}

const isOpen = ({ status }: Pick<api.Ticket, 'status'>) => status === 'open' || status === 'pending';
function outcomeOf({ sla }: Pick<api.Ticket, 'sla'>): 'met' | 'breached' | null {
  const [metric] = sla?.metrics ?? [];
  if (metric?.status === 'breached') return 'breached';
  return (metric?.stopped_at ?? null) === null ? null : 'met';
}
function groupsOf(ticket: api.Ticket, by: (typeof GROUPS)[number]): string[] {
  if (by === undefined) return ['none'];
  if (by === 'tag') return ticket.tags.length === 0 ? ['none'] : ticket.tags;
  return [ticket[by]?.id ?? 'none'];
}

type Figures = Record<string, number>;

/** The figures of all reports, from the tickets as they are and what their histories say of before. */
async function recomputed(live: ApiClient): Promise<Figures> {
  const figures: Figures = {};
  const add = (metric: string, ticket: api.Ticket) => {
    for (const by of GROUPS)
      for (const group of groupsOf(ticket, by)) {
        const name = `${metric} ${by ?? ''} ${group}`;
        figures[name] = (figures[name] ?? 0) + 1;
      }
  };
  for (const ticket of await everyTicket(live)) {
    if (isOpen(ticket)) add('backlog', ticket);
    const query = { per_page: '100', order: 'desc' } as never;
    const { data, links } = await live.ok(api.listTicketHistory, { params: { ticket_id: ticket.id }, query });
    expect(links.next).toBeNull();
    expect(data.at(-1)?.event).toBe('ticket.created');
    let after = ticket;
    for (const { event, changes } of data) {
      if (event === 'ticket.created') add('volume', after);
      const old = Object.fromEntries(Object.entries(changes).map(([field, { from }]) => [field, from]));
      const before: api.Ticket = { ...after, ...old };
      if (isOpen(before) && !isOpen(after)) add('resolution', after);
      if (!isOpen(before) && isOpen(after)) add('reopened', after);
      if (before.first_responded_at === null && after.first_responded_at !== null)
        add('first_response', after);
      if (outcomeOf(after) !== null && outcomeOf(after) !== outcomeOf(before)) add('sla_met', after);
      after = before;
    }
  }
  return figures;
}

async function reported(live: ApiClient): Promise<Figures> {
  const figures: Figures = {};
  for (const metric of METRICS)
    for (const by of GROUPS) {
      const query = { resource: 'ticket' as const, interval: 'week' as const, ...(by && { by }) };
      const { data } = await live.ok(api.getReport, { params: { metric }, query });
      const last = data.at(-1)?.end_at;
      for (const { end_at, group, count } of data) {
        if (count === 0 || (metric === 'backlog' && end_at !== last)) continue;
        const name = `${metric} ${by ?? ''} ${group ?? 'none'}`;
        figures[name] = (figures[name] ?? 0) + count;
      }
    }
  return figures;
}

const workspaceOf = ({ credentials }: TestWorkspace) => credentials.workspace_id;
const forget = async (workspace: TestWorkspace, ...tables: string[]) => {
  const id = api.uuidOf('workspace', workspaceOf(workspace));
  for (const table of tables)
    await database.query(`delete from automation.${table} where workspace_id = $1`, [id]);
};

/** Runs a command until it has compared everything, as the command line does. Returns how much it has corrected. */
async function rebuild(command: typeof api.rebuildReports, workspace: api.Id<'workspace'>): Promise<number> {
  let corrected = 0;
  for (let after: string | null | undefined; after !== null;) {
    const step = await operator.run(command, { workspace, ...(after !== undefined && { after }) });
    corrected += step.corrected;
    after = step.continue_after;
  }
  return corrected;
}

describe('reports over random histories', () => {
  it('have the figures of a plain recomputation, also after they are rebuilt from nothing or from half', async () => {
    const own = await desk();
    await work(own, numbersOf(SEED));
    const { live } = own;
    const agree = () =>
      eventually(async () => {
        expect(await reported(live)).toEqual(await recomputed(live));
        return true;
      });
    await agree();
    const workspace = workspaceOf(own);
    await eventually(async () => (await rebuild(api.rebuildReports, workspace)) === 0);
    await agree();
    await forget(own, 'report_fact', 'report_change', 'report_record');
    await rebuild(api.rebuildReports, workspace);
    await agree();
    const id = api.uuidOf('workspace', workspace);
    const half = `delete from automation.report_change where workspace_id = $1 and get_byte(uuid_send(event_id), 15) % 2 = 0`;
    await database.query(half, [id]);
    await rebuild(api.rebuildReports, workspace);
    await agree();
  });
});

describe('what assignments are decided on', () => {
  it('is corrected by a rebuild after events were lost', async () => {
    const own = await operator.workspace();
    const { live } = own;
    const { id } = await addUser(own, { name: 'Kim', role: 'agent' });
    const team = (
      await live.ok(api.createTeam, { body: { name: 'Support', assignment: { mode: 'round_robin' } } })
    ).data.id;
    await live.ok(api.addMember, { params: { team_id: team }, body: { user_id: id } });
    const params = { team_id: team };
    const loadOf = async () => (await live.ok(api.getTeamLoad, { params })).data;
    const ticket = (await live.ok(api.createTicket, { body: { subject: 'Broken', team_id: team } })).data.id;
    await eventually(async () => {
      const { waiting, members } = await loadOf();
      return waiting === 1 && members.length === 1;
    });
    await forget(own, 'assignment_record', 'assignment_member');
    const availability = { status: 'online' as const };
    await live.ok(api.updateUser, { params: { user_id: id }, body: { availability } });
    await eventually(
      async () =>
        (await live.ok(api.getUser, { params: { user_id: id } })).data.availability.status === 'online',
    );
    expect((await loadOf()).waiting).toBe(0);
    const workspace = workspaceOf(own);
    expect(await rebuild(api.rebuildAssignments, workspace)).toBeGreaterThan(0);
    await eventually(async () => {
      const { data } = await live.ok(api.getTicket, { params: { ticket_id: ticket } });
      return data.assignee?.id === id;
    });
    await eventually(async () => (await loadOf()).members[0]?.open === 1);
    // An event that is still on its way may be corrected first.
    await eventually(async () => (await rebuild(api.rebuildAssignments, workspace)) === 0);
  });
});
