import { Module, type INestApplicationContext } from '@nestjs/common';
import { CopiesMigration } from '@parley/projections';
import { EventsMigration, EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { startService } from '@parley/kernel';
import { Database, PersistenceModule, SearchMigration } from '@parley/persistence';
import { TestDatabase } from '@parley/testing';
import { ConversationRow } from './conversations/conversation.entity.ts';
import { MessageRow } from './messages/message.entity.ts';
import { Conversation1700000001000 } from './migrations/1700000001000-conversation.ts';
import { TagOrder1700000002000 } from './migrations/1700000002000-tag-order.ts';
import { ConversationSearch1700000003100 } from './migrations/1700000003100-conversation-search.ts';
import { TagRow } from './tags/tag.entity.ts';
import { TagSubscribers } from './tags/tags.subscribers.ts';

@Module({
  imports: [
    PersistenceModule.forService({
      service: 'conversation',
      entities: [ConversationRow, MessageRow, TagRow],
      migrations: [
        EventsMigration,
        CopiesMigration,
        Conversation1700000001000,
        TagOrder1700000002000,
        SearchMigration,
        ConversationSearch1700000003100,
      ],
    }),
    EventsModule.forService('conversation'),
  ],
  providers: [TagSubscribers],
})
class StoreModule {}

/** The tables of the service in a database of their own, with its subscribers but without RPC. */
export class Store {
  private constructor(
    readonly database: TestDatabase,
    readonly app: INestApplicationContext,
  ) {}

  static async open(): Promise<Store> {
    const database = await TestDatabase.create();
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
