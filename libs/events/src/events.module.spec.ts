import { Injectable, Module, type INestApplicationContext, type Provider, type Type } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  contactCreated,
  ticketCreated,
  ticketUpdated,
  type EventOf,
  type ServiceName,
} from '@parley/contracts';
import { startService } from '@parley/runtime/process';
import { Database, migrate, PersistenceModule, type Transaction } from '@parley/persistence';
import { eventually, newTenant, TestDatabase } from '@parley/testing';
import { sampleContact, sampleTicket } from './samples.fixture.ts';
import { eventsMigrations, EventsModule, EventTransport, InProcessEvents, On } from './index.ts';

const seen: string[] = [];
let failures = 0;

@Injectable()
class TicketSubscribers {
  readonly #name = 'private state is at hand';

  @On([ticketCreated, ticketUpdated])
  async noteTicketWhenItChanges(
    event: EventOf<typeof ticketCreated> | EventOf<typeof ticketUpdated>,
    tx: Transaction,
  ): Promise<void> {
    if (failures > 0) {
      failures -= 1;
      throw new Error('not yet');
    }
    seen.push(`${event.type} ${event.data.id} ${this.#name}`);
    tx.emit(contactCreated, sampleContact({ name: event.data.subject }));
    await Promise.resolve();
  }

  notASubscriber(): never {
    throw new Error('nobody calls this');
  }
}

@Injectable()
class ContactSubscribers {
  @On(contactCreated)
  noteContactWhenCreated(event: EventOf<typeof contactCreated>): Promise<void> {
    seen.push(`${event.type} ${event.data.name ?? ''}`);
    return Promise.resolve();
  }
}

function moduleOf(service: ServiceName, providers: Provider[]): Type {
  @Module({
    imports: [
      PersistenceModule.forService({ service, entities: [], migrations: [eventsMigrations] }),
      EventsModule.forService(service),
    ],
    providers,
  })
  class SpecModule {}
  return SpecModule;
}

let database: TestDatabase;
let transport: EventTransport;
const started: INestApplicationContext[] = [];
beforeEach(async () => {
  database = await TestDatabase.create();
  transport = new InProcessEvents(['ticket', 'webhook']);
  seen.length = 0;
  failures = 0;
});
afterEach(async () => {
  for (const app of started.splice(0)) await app.close();
  await database.drop();
});

async function start(service: ServiceName, ...providers: Provider[]): Promise<Database> {
  await migrate(database.url, [{ service, migrations: [eventsMigrations] }]);
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'silent',
  };
  const app = await startService(moduleOf(service, providers), {
    name: service,
    env,
    providers: [{ provide: EventTransport, useValue: transport }],
  });
  started.push(app);
  return app.get(Database);
}

const emit = (db: Database, subject: string) => {
  const ctx = newTenant();
  const data = sampleTicket({ subject });
  return db.transaction(ctx, (tx) => {
    tx.emit(ticketCreated, data);
    return Promise.resolve(data.id);
  });
};

describe('a service with events', () => {
  it('runs its subscribers, and publishes what they emit', async () => {
    const db = await start('ticket');
    await start('webhook', TicketSubscribers, ContactSubscribers);
    const id = await emit(db, 'Help');
    await eventually(() => seen.length === 2);
    expect(seen).toEqual([`ticket.created ${id} private state is at hand`, 'contact.created Help']);
    const processed = await database.query<{ consumer: string }>(
      'select consumer from webhook.processed_event order by 1',
    );
    expect(processed.map(({ consumer }) => consumer)).toEqual([
      'webhook.noteContactWhenCreated',
      'webhook.noteTicketWhenItChanges',
    ]);
  });

  it('does not start with two subscribers of one name, of which one would skip the events of the other', async () => {
    @Injectable()
    class Others {
      @On(contactCreated)
      noteTicketWhenItChanges(): Promise<void> {
        return Promise.resolve();
      }
    }
    await expect(start('webhook', TicketSubscribers, Others)).rejects.toThrow(
      'two subscribers are named webhook.noteTicketWhenItChanges',
    );
  });

  it('publishes immediately after a commit, without waiting for the next poll', async () => {
    const db = await start('ticket');
    await start('webhook', TicketSubscribers, ContactSubscribers);
    await emit(db, 'first');
    await eventually(() => seen.length === 2);
    for (let round = 1; round <= 10; round += 1) {
      await emit(db, String(round));
      await eventually(() => seen.length === 2 + 2 * round);
    }
  });
});
