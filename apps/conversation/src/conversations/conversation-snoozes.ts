import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Database } from '@parley/persistence';
import { AWAKE, DueScheduler } from '@parley/projections';
import { changeConversation } from './change-conversation.ts';
import { dueSnoozes, type ConversationWithSummaries } from './conversations.queries.ts';

/** Wakes conversations when their snooze ends. */
@Injectable()
export class ConversationSnoozes extends DueScheduler<ConversationWithSummaries> {
  constructor(db: Database, @Inject(LOGGER) logger: Logger) {
    super(db, logger, {
      name: 'conversation_snooze',
      ...dueSnoozes,
      change: (tx, row) => changeConversation(tx, row, AWAKE),
    });
  }
}
