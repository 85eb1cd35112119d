import { Injectable } from '@nestjs/common';
import { applyMacroToConversation, encodeId, notFound, uuidOf, type ParsedInput } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { rolledBackIf } from '@parley/projections';
import { Handles } from '@parley/rpc';
import { NewMessages, withinMessage, type PreparedMessage } from '../messages/new-messages.ts';
import { ConversationUpdates, type ResolvedPatch } from './conversation-updates.ts';
import { toConversation } from './conversation.serializer.ts';
import { lockConversations } from './conversations.queries.ts';

type Input = ParsedInput<typeof applyMacroToConversation>;

/** Applies macros: an update and a message that commit together. */
@Injectable()
export class ConversationMacros {
  constructor(
    private readonly db: Database,
    private readonly messages: NewMessages,
    private readonly updates: ConversationUpdates,
  ) {}

  @Handles(applyMacroToConversation)
  async apply(ctx: TenantContext, { id, update, message, preview }: Input) {
    const uuid = uuidOf('conversation', id);
    const resolved = await this.updates.resolve(ctx, update);
    const draft = message && { ...message, external_id: null, author: { type: 'user' as const }, send: true };
    const prepared =
      draft && (await this.messages.prepare(ctx, uuid, { ...draft, attachments: [] }).catch(withinMessage));
    return this.db.transaction(ctx, (tx) =>
      rolledBackIf(preview, tx, () => this.#apply(tx, uuid, resolved, prepared)),
    );
  }

  async #apply(tx: Transaction, id: string, resolved: ResolvedPatch, message: PreparedMessage | null) {
    const [row] = await tx.lockAll(lockConversations, [[id]]);
    if (row === undefined) throw notFound('conversation');
    const before = toConversation(row);
    const after = (await this.updates.apply(tx, row, resolved)) ?? before;
    if (message === null) return { before, after, message_id: null };
    const [changed] = await tx.lockAll(lockConversations, [[id]]);
    if (changed === undefined) throw notFound('conversation');
    await this.messages.addTo(tx, changed, message).catch(withinMessage);
    return { before, after, message_id: encodeId('message', message.id) };
  }
}
