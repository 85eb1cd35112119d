import { Inject, Injectable } from '@nestjs/common';
import { seedConversations, seedTicketTags, type ParsedInput, type Result } from '@parley/contracts';
import { inTenant, type Context } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { seededBatch, seededConversation, seededTicketTags } from '@parley/sample-data';
import { ConversationRow } from '../conversations/conversation.entity.ts';
import { MessageRow } from '../messages/message.entity.ts';
import { countTags } from './seed.queries.ts';
import { conversationRowOf, messageRowsOf } from './seeded-conversation.rules.ts';

/** Writes made-up records, and tells nobody: there are no events of them. */
@Injectable()
export class SeedConversations {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Handles(seedConversations)
  write(
    ctx: Context,
    batch: ParsedInput<typeof seedConversations>,
  ): Promise<Result<typeof seedConversations>> {
    const conversations = seededBatch(batch, seededConversation);
    return this.db.transaction(inTenant(ctx, batch.workspace, batch.mode), async (tx) => {
      const rows = conversations.map(conversationRowOf);
      const written = new Set(await tx.insertMissing(ConversationRow, rows, 'seed'));
      // Of one that was there, messages may have come since; those of the seed came with it.
      const added = conversations.filter(({ id }) => written.has(id));
      const messages = await tx.insertMissing(MessageRow, added.flatMap(messageRowsOf), 'seed');
      await countTags(tx, 'conversation', added);
      return { written: written.size, messages: messages.length };
    });
  }

  @Handles(seedTicketTags)
  countOfTickets(
    ctx: Context,
    batch: ParsedInput<typeof seedTicketTags>,
  ): Promise<Result<typeof seedTicketTags>> {
    const tickets = seededBatch(batch, seededTicketTags).filter(({ tags }) => tags.length > 0);
    return this.db.transaction(inTenant(ctx, batch.workspace, batch.mode), async (tx) => ({
      written: await countTags(tx, 'ticket', tickets),
    }));
  }
}
