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
import { ConversationAssignments } from './conversations/conversation-assignments.handlers.ts';
import { ConversationPages } from './conversations/conversation-pages.handlers.ts';
import { ConversationSnoozes } from './conversations/conversation-snoozes.ts';
import { DeletedConversations } from './conversations/deleted-conversations.ts';
import { ConversationSubscribers } from './conversations/conversations.subscribers.ts';
import { Conversations } from './conversations/conversations.handlers.ts';
import { InboxReference } from './conversations/inbox-reference.ts';
import { ConversationMacros } from './conversations/conversation-macros.handlers.ts';
import { ConversationUpdates } from './conversations/conversation-updates.ts';
import { ConversationMerging } from './conversations/merging/conversation-merging.handlers.ts';
import { ConversationSplits } from './conversations/merging/conversation-splits.handlers.ts';
import { ConversationRow } from './conversations/conversation.entity.ts';
import { findConversationsToRetag, lockConversations } from './conversations/conversations.queries.ts';
import { Drafts } from './drafts/drafts.handlers.ts';
import { ImportedMails } from './messages/incoming/imported-mails.handlers.ts';
import { IncomingMails } from './messages/incoming/incoming-mails.handlers.ts';
import { MailboxReference } from './mailboxes/mailbox-reference.ts';
import { MailboxSubscribers } from './mailboxes/mailboxes.subscribers.ts';
import { Attachments } from './messages/attachments.ts';
import { Deliveries } from './messages/delivery/deliveries.handlers.ts';
import { DeliverySubscribers } from './messages/delivery/deliveries.subscribers.ts';
import { MessageSubscribers } from './messages/messages.subscribers.ts';
import { RedactionSubscribers } from './messages/changes/redaction.subscribers.ts';
import { MessageChanges } from './messages/changes/message-changes.handlers.ts';
import { Messages } from './messages/messages.handlers.ts';
import { Mentions } from './messages/mentions.ts';
import { NewMessages } from './messages/new-messages.ts';
import { SeedConversations } from './seed/seed.handlers.ts';
import { RetiredTags } from './tags/retired-tags.ts';
import { TagLookUps } from './tags/tag-look-ups.handlers.ts';
import { Tags } from './tags/tags.handlers.ts';
import { MatchingConversations } from './conversations/matching-conversations.handlers.ts';
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
    ConversationAssignments,
    ConversationPages,
    ConversationSnoozes,
    ConversationMacros,
    ConversationMerging,
    ConversationSplits,
    ConversationUpdates,
    DeletedConversations,
    Drafts,
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
    Mentions,
    NewMessages,
    Messages,
    MessageChanges,
    RedactionSubscribers,
    MessageSubscribers,
    Deliveries,
    DeliverySubscribers,
    Tags,
    TagLookUps,
    MatchingConversations,
    TagSubscribers,
    RetiredTags,
    SeedConversations,
    TagChangeJob,
    TagChangeSubscribers,
    { provide: TaggedRecords, useValue: TAGGED },
  ],
})
export class ConversationModule {}
