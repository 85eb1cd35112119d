import { Module } from '@nestjs/common';
import { CopiesMigration, ProjectionsModule } from '@parley/projections';
import { EventsMigration, EventsModule } from '@parley/events';
import { PersistenceModule, SearchMigration } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { ConversationRow } from './conversations/conversation.entity.ts';
import { Conversations } from './conversations/conversations.handlers.ts';
import { MessageRow } from './messages/message.entity.ts';
import { Messages } from './messages/messages.handlers.ts';
import { Conversation1700000001000 } from './migrations/1700000001000-conversation.ts';
import { TagOrder1700000002000 } from './migrations/1700000002000-tag-order.ts';
import { ConversationSearch1700000003100 } from './migrations/1700000003100-conversation-search.ts';
import { SeedConversations } from './seed/seed.handlers.ts';
import { TagRow } from './tags/tag.entity.ts';
import { Tags } from './tags/tags.handlers.ts';
import { TagSubscribers } from './tags/tags.subscribers.ts';

/** Conversations with their messages, and the tag catalogue. */
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
    RpcModule.forService('conversation'),
    ProjectionsModule,
  ],
  providers: [Conversations, Messages, Tags, TagSubscribers, SeedConversations],
})
export class ConversationModule {}
