import { Module, type INestApplicationContext } from '@nestjs/common';
import { EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { startService } from '@parley/kernel';
import { Database, PersistenceModule } from '@parley/persistence';
import { TestDatabase } from '@parley/testing';
import { conversationDatabase } from './conversation.database.ts';
import { MessageSubscribers } from './messages/messages.subscribers.ts';
import { TagSubscribers } from './tags/tags.subscribers.ts';

@Module({
  imports: [PersistenceModule.forService(conversationDatabase), EventsModule.forService('conversation')],
  providers: [MessageSubscribers, TagSubscribers],
})
class StoreModule {}

/** The tables of the service in a database of their own, with its subscribers but without RPC. */
export class Store {
  private constructor(
    readonly database: TestDatabase,
    readonly app: INestApplicationContext,
  ) {}

  static async open(): Promise<Store> {
    const database = await TestDatabase.create(conversationDatabase);
    const app = await startService(StoreModule, {
      name: 'conversation',
      env: {
        DATABASE_URL: database.url,
        ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
        LOG_LEVEL: 'silent',
      },
      providers: [{ provide: EventTransport, useValue: new InProcessEvents([]) }],
    });
    return new Store(database, app);
  }

  get db(): Database {
    return this.app.get(Database);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.drop();
  }
}
