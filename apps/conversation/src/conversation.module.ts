import { Module } from '@nestjs/common';
import { conversationTagsChanged } from '@parley/contracts';
import { ProjectionsModule, TagChangeJob, TagChangeSubscribers, TaggedRecords } from '@parley/projections';
import { FileLinks, FileLinksConfig } from '@parley/files';
import { EventsModule } from '@parley/events';
import { ENV, type Env } from '@parley/runtime/config';
import { PersistenceModule, ServiceErasure } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { ConnectionSubscribers } from './connections/connections.subscribers.ts';
import { Connections } from './connections/connections.handlers.ts';
import { InboundMessages } from './connections/inbound-messages.handlers.ts';
import { conversationDatabase } from './conversation.database.ts';
import { DeletedConversations } from './conversations/deleted-conversations.ts';
import { ConversationSubscribers } from './conversations/conversations.subscribers.ts';
import { Conversations } from './conversations/conversations.handlers.ts';
import { InboxReference } from './conversations/inbox-reference.ts';
import { ConversationRow } from './conversations/conversation.entity.ts';
import { findConversationsToRetag, lockConversations } from './conversations/conversations.queries.ts';
import { ImportedMails } from './messages/incoming/imported-mails.handlers.ts';
import { IncomingMails } from './messages/incoming/incoming-mails.handlers.ts';
import { MailboxReference } from './mailboxes/mailbox-reference.ts';
import { MailboxSubscribers } from './mailboxes/mailboxes.subscribers.ts';
import { Attachments } from './messages/attachments.ts';
import { Deliveries } from './messages/delivery/deliveries.handlers.ts';
import { DeliverySubscribers } from './messages/delivery/deliveries.subscribers.ts';
import { MessageSubscribers } from './messages/messages.subscribers.ts';
import { Messages } from './messages/messages.handlers.ts';
import { NewMessages } from './messages/new-messages.ts';
import { SeedConversations } from './seed/seed.handlers.ts';
import { RetiredTags } from './tags/retired-tags.ts';
import { Tags } from './tags/tags.handlers.ts';
import { TagSubscribers } from './tags/tags.subscribers.ts';
import { ConversationErasure } from './conversations/conversation-erasure.ts';

const TAGGED = new TaggedRecords({
  kind: 'conversation',
  entity: ConversationRow,
  page: findConversationsToRetag,
  lock: lockConversations,
  changed: conversationTagsChanged,
});

/** Conversations with their messages, and the tag catalogue. */
@Module({
  imports: [
    PersistenceModule.forService(conversationDatabase),
    EventsModule.forService('conversation'),
    RpcModule.forService('conversation'),
    ProjectionsModule,
  ],
  providers: [
    Conversations,
    { provide: ServiceErasure, useClass: ConversationErasure },
    ConversationSubscribers,
    DeletedConversations,
    InboxReference,
    MailboxReference,
    MailboxSubscribers,
    Connections,
    ConnectionSubscribers,
    InboundMessages,
    ImportedMails,
    IncomingMails,
    Attachments,
    FileLinks,
    { provide: FileLinksConfig, inject: [ENV], useFactory: (env: Env) => new FileLinksConfig(env) },
    NewMessages,
    Messages,
    MessageSubscribers,
    Deliveries,
    DeliverySubscribers,
    Tags,
    TagSubscribers,
    RetiredTags,
    SeedConversations,
    TagChangeJob,
    TagChangeSubscribers,
    { provide: TaggedRecords, useValue: TAGGED },
  ],
})
export class ConversationModule {}
