import {
  addMember,
  updateTickets,
  createTeam,
  createTicket,
  getTeamLoad,
  listTickets,
  updateUser,
  uuidOf,
  createUser,
  type Assignment,
  type Id,
  type Input,
} from '@parley/contracts';
import { seededRandom } from '@parley/sample-data';
import { eventually, type TestWorkspace } from '@parley/testing';
import pg from 'pg';
import type { Deployment } from '../rolling/deployment.ts';
import type { TicketChange } from './assignment-history.ts';

/** Requests at the same time that open tickets. */
const WRITERS = 8;

/** Members who go away or come back at the same time. */
const CHANGES = 5;

type Availability = NonNullable<Input<typeof updateUser>['body']['availability']>;

/** A workspace with one team, which assigns tickets to its members by itself. */
export class Desk {
  private constructor(
    private readonly workspace: TestWorkspace,
    private readonly database: pg.Pool,
    private readonly teamId: Id<'team'>,
    readonly users: readonly Id<'user'>[],
  ) {}

  /** A desk whose members are all online. */
  static async open(
    { operator, databaseUrl }: Deployment,
    members: number,
    assignment: Partial<Assignment>,
  ): Promise<Desk> {
    const workspace = await eventually(() => operator.workspace());
    const { live, credentials } = workspace;
    const team = (await live.ok(createTeam, { body: { name: 'Support', assignment } })).data;
    const users: Id<'user'>[] = [];
    for (let nth = 0; nth < members; nth += 1) {
      const { id } = await operator.run(createUser, {
        ...{ workspace: credentials.workspace_id, name: `Agent ${nth}`, role: 'agent' as const },
        email: `agent-${nth}@example.com`,
      });
      await live.ok(addMember, { params: { team_id: team.id }, body: { user_id: id } });
      users.push(id);
    }
    const database = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    const desk = new Desk(workspace, database, team.id, users);
    for (const user of users) await desk.setAvailability(user, { status: 'online' });
    await eventually(async () => {
      const { data } = await live.ok(getTeamLoad, { params: { team_id: team.id } });
      return data.members.filter(({ availability }) => availability === 'online').length === members;
    });
    return desk;
  }

  async setAvailability(user_id: Id<'user'>, availability: Availability): Promise<void> {
    await this.workspace.live.ok(updateUser, { params: { user_id }, body: { availability } });
  }

  /** Opens one ticket after the other. Returns their ids in this order. */
  async openInOrder(count: number): Promise<Id<'ticket'>[]> {
    const ids: Id<'ticket'>[] = [];
    while (ids.length < count) ids.push(await this.#open(ids.length));
    return ids;
  }

  /** Opens many tickets at once. */
  async openAll(count: number): Promise<void> {
    let left = count;
    const write = async () => {
      while ((left -= 1) >= 0) await this.#open(left);
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
  }

  async #open(nth: number): Promise<Id<'ticket'>> {
    const body = { subject: `Ticket ${nth}`, team_id: this.teamId };
    return (await this.workspace.live.ok(createTicket, { body })).data.id;
  }

  /** Resolves the assigned ones of the oldest open tickets. Returns how many tickets these were. */
  async resolveAssigned(): Promise<number> {
    const { live } = this.workspace;
    const query = { team: [this.teamId], status: ['open'], order: 'asc', per_page: 100 } as const;
    const open = (await live.ok(listTickets, { query: query as never })).data;
    const ids = open.filter(({ assignee }) => assignee !== null).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const { meta } = await live.ok(updateTickets, { body: { ids, update: { status: 'resolved' } } });
    if (meta.failed > 0) throw new Error(`${meta.failed} tickets cannot be resolved`);
    return ids.length;
  }

  /**
   * Has the members resolve tickets, and go away and come back at random, until they have resolved so many.
   * @param onProgress called with the number of tickets that are resolved
   */
  async work(count: number, seed: number, onProgress: (resolved: number) => void): Promise<void> {
    const random = seededRandom('desk', seed);
    const change = () => {
      const user = this.users[Math.floor(random() * this.users.length)] as Id<'user'>;
      return this.setAvailability(user, { status: random() < 0.3 ? 'away' : 'online' });
    };
    let resolved = 0;
    await eventually(async () => {
      await Promise.all(Array.from({ length: CHANGES }, change));
      resolved += await this.resolveAssigned();
      onProgress(resolved);
      return resolved === count;
    }, Infinity);
  }

  /** Waits until every ticket is assigned. */
  async assigned(): Promise<void> {
    const params = { team_id: this.teamId };
    await eventually(async () => (await this.workspace.live.ok(getTeamLoad, { params })).data.waiting === 0);
  }

  /** Every change of a ticket of the desk, in the order of their transactions. */
  async history(): Promise<TicketChange[]> {
    const { rows } = await this.database.query<TicketChange>(
      `select envelope->'data'->>'id' as ticket, envelope->'data'->'assignee'->>'id' as assignee,
              envelope->'data'->>'status' as status, envelope->>'actortype' as actor
         from ticket.outbox where workspace_id = $1 and type in ('ticket.created', 'ticket.updated') order by position`,
      [uuidOf('workspace', this.workspace.credentials.workspace_id)],
    );
    return rows;
  }

  close(): Promise<void> {
    return this.database.end();
  }
}
