import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { ticketCreated, type Id, type Ticket, type User } from '@parley/contracts';
import { inTenant, systemContext, type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { EventsHarness, type CreateBus, type TestService, type TestServiceName } from '../harness.fixture.ts';
import { sampleTicket } from '../samples.fixture.ts';

interface Services {
  harness: EventsHarness;
  ticket: TestService;
  contact: TestService;
  webhook: TestService;
}

/** The services of a conformance run, which its tests share; each test has a bus of its own. */
export class ConformanceSuite {
  #services: Services | undefined;

  /** Registers the hooks of the run. */
  constructor(createBus: CreateBus) {
    beforeAll(async () => {
      const harness = await EventsHarness.open();
      const [ticket, contact, webhook] = [
        harness.service('ticket'),
        harness.service('contact'),
        harness.service('webhook'),
      ];
      this.#services = { harness, ticket, contact, webhook };
    });
    beforeEach(() => this.services.harness.setUp(createBus));
    afterEach(() => this.services.harness.tearDown());
    afterAll(() => this.#services?.harness.close());
  }

  get services(): Services {
    if (this.#services === undefined) throw new Error('the services are not started');
    return this.#services;
  }

  /** Emits `ticket.created` in a transaction of its own. */
  async create(ctx: TenantContext = newTenant(), data = sampleTicket()): Promise<Ticket> {
    await this.services.ticket.emit(ctx, ticketCreated, data);
    return data;
  }

  /** Starts the relay of the ticket service, and the services that the test does not subscribe. */
  async start(...idle: TestServiceName[]): Promise<void> {
    await this.services.harness.subscribeIdle(idle);
    await this.services.ticket.relay();
  }
}

/** A context of a user of a new workspace. */
export function newTenant(workspaceId: Id<'workspace'> = newId('workspace')): TenantContext {
  return {
    ...inTenant(systemContext(), workspaceId, 'test'),
    requestId: 'req-7',
    actor: { type: 'user', id: newId('user'), credential: null },
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  };
}

interface OutboxState {
  id: string;
  published: boolean;
}

export const outboxOf = (service: TestService): Promise<OutboxState[]> =>
  service.rows<OutboxState>(
    `select id, not exists (select from outbox_queue where event_id = id) as published
       from outbox order by position`,
  );

/** Throws until there are enough rows. */
export async function atLeast<T>(count: number, rows: Promise<T[]>): Promise<T[]> {
  const found = await rows;
  if (found.length < count) throw new Error(`${found.length} of ${count}`);
  return found;
}

export function sampleUser(): User {
  return {
    id: newId('user'),
    email: 'dana@example.com',
    name: 'Dana',
    role: 'agent',
    status: 'active',
    avatar_url: null,
    availability: { status: 'offline', until: null, capacity: null },
    created_at: '2026-11-21T06:30:00.000Z',
    updated_at: '2026-11-21T06:30:00.000Z',
  };
}
