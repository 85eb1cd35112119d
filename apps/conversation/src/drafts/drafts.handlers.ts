import { Injectable } from '@nestjs/common';
import {
  ApiError,
  deleteDraft,
  getDraft,
  notFound,
  saveDraft,
  uuidOf,
  type Id,
  type ParsedInput,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { DraftRow } from './draft.entity.ts';
import { uuidOfDraft } from './draft.rules.ts';
import { toDraft } from './draft.serializer.ts';
import { findDraft, holdConversation, lockDraft } from './drafts.queries.ts';

/** What users have begun to write, each for themselves. */
@Injectable()
export class Drafts {
  constructor(private readonly db: Database) {}

  @Handles(saveDraft)
  save(ctx: TenantContext, { params, body }: ParsedInput<typeof saveDraft>) {
    const userId = userOf(ctx);
    const id = uuidOfDraft(params.conversation_id, userId);
    const conversation = uuidOf('conversation', params.conversation_id);
    return this.db.transaction(ctx, async (tx) => {
      if ((await tx.one(holdConversation, [conversation])) === undefined) throw notFound('conversation');
      const row = await tx.lock(lockDraft, [id]);
      if (row !== undefined) return toDraft(await tx.update(DraftRow, row, body));
      // The version that it names is gone.
      if (ctx.ifMatch !== undefined) throw new ApiError('precondition_failed');
      const at = new Date();
      const ids = { id, conversation_id: conversation, user_id: uuidOf('user', userId) };
      const draft = { ...ids, ...body, version: 1, created_at: at, updated_at: at };
      const inserted = await tx.insertMissing(DraftRow, [draft], 'conversation_id');
      const stored = (await tx.lock(lockDraft, [id])) as DraftRow;
      // Another tab has saved its first draft at the same time: the later one counts.
      return toDraft(inserted.length > 0 ? stored : await tx.update(DraftRow, stored, body));
    });
  }

  @Handles(getDraft)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getDraft>) {
    const row = await this.db.read(ctx).one(findDraft, [uuidOfDraft(params.conversation_id, userOf(ctx))]);
    if (row === undefined) throw notFound('draft');
    return toDraft(row);
  }

  @Handles(deleteDraft)
  async remove(ctx: TenantContext, { params }: ParsedInput<typeof deleteDraft>) {
    const id = uuidOfDraft(params.conversation_id, userOf(ctx));
    await this.db.transaction(ctx, async (tx) => {
      if (!(await tx.remove(DraftRow, id))) throw notFound('draft');
    });
  }
}

function userOf({ principal }: TenantContext): Id<'user'> {
  if (principal === undefined) throw new Error('a draft is that of the user of a request');
  return principal.userId;
}
