import { Injectable } from '@nestjs/common';
import { seedConversations, seedTicketTags, type ParsedInput } from '@parley/contracts';
import { inTenant, type Context } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { sampleBatch, sampleConversation, sampleTicketTags } from '@parley/sample-data';
import { ConversationRow } from '../conversations/conversation.entity.ts';
import { MessageRow } from '../messages/message.entity.ts';
import { countTags } from './seed.queries.ts';
import { toConversationRow, toMessageRows } from './sample-conversation.rules.ts';

/** Writes sample conversations without emitting events. */
@Injectable()
export class SeedConversations {
  constructor(private readonly db: Database) {}

  @Handles(seedConversations)
  write(ctx: Context, batch: ParsedInput<typeof seedConversations>) {
    const conversations = sampleBatch(batch, sampleConversation);
    return this.db.transaction(inTenant(ctx, batch.workspace, batch.mode), async (tx) => {
      const rows = conversations.map(toConversationRow);
      const written = new Set(await tx.insertMissing(ConversationRow, rows, 'seed'));
      // An existing conversation already has its sample messages, and may have newer ones.
      const added = conversations.filter(({ id }) => written.has(id));
      const messages = await tx.insertMissing(MessageRow, added.flatMap(toMessageRows), 'seed');
      await countTags(tx, 'conversation', added);
      return { written: written.size, messages: messages.length };
    });
  }

  @Handles(seedTicketTags)
  countOfTickets(ctx: Context, batch: ParsedInput<typeof seedTicketTags>) {
    const tickets = sampleBatch(batch, sampleTicketTags).filter(({ tags }) => tags.length > 0);
    return this.db.transaction(inTenant(ctx, batch.workspace, batch.mode), async (tx) => ({
      written: await countTags(tx, 'ticket', tickets),
    }));
  }
}
