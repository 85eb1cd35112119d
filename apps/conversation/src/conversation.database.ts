import { eventsMigrations } from '@parley/events';
import { searchMigrations } from '@parley/lists';
import type { ServiceDatabase } from '@parley/persistence';
import { projectionsMigrations } from '@parley/projections';
import { ConnectionRow } from './connections/connection.entity.ts';
import { ConversationRow } from './conversations/conversation.entity.ts';
import { DraftRow } from './drafts/draft.entity.ts';
import { MessageRow } from './messages/message.entity.ts';
import { TagRow } from './tags/tag.entity.ts';

export const conversationDatabase: ServiceDatabase = {
  service: 'conversation',
  entities: [ConnectionRow, ConversationRow, DraftRow, MessageRow, TagRow],
  migrations: [
    eventsMigrations,
    projectionsMigrations('conversation'),
    searchMigrations('conversation', [
      'number',
      'subject',
      'external_id',
      'tags',
      'custom_fields',
      'contact_id',
    ]),
    { name: 'conversation', folder: new URL('./migrations/', import.meta.url) },
  ],
};
