import { Injectable } from '@nestjs/common';
import { deleteInBatches, Every, PRUNE_BATCH } from '@parley/runtime/scheduling';
import { Database, systemStatement } from '@parley/persistence';

/** `for update skip locked`: several processes may run the job. A conversation may exist again if it is sample data. */
const removeMessages = systemStatement<{ removed: 1 }>(
  'deleted_conversation.remove_messages',
  'housekeeping of all workspaces',
  `delete from message where (workspace_id, mode, id) in (
     select found.workspace_id, found.mode, found.id from deleted_conversation d, lateral (
       select workspace_id, mode, id from message m
        where m.workspace_id = d.workspace_id and m.mode = d.mode and m.conversation_id = d.id
        limit ${PRUNE_BATCH} for update skip locked) found
      where not exists (select from conversation c
        where c.workspace_id = d.workspace_id and c.mode = d.mode and c.id = d.id)
      limit ${PRUNE_BATCH}) returning 1 as removed`,
);

/** A message of a request that began before the deletion is committed within a minute of it. */
const forget = systemStatement<never>(
  'deleted_conversation.forget',
  'housekeeping of all workspaces',
  `delete from deleted_conversation d where deleted_at < now() - interval '1 minute' and (
     exists (select from conversation c
       where c.workspace_id = d.workspace_id and c.mode = d.mode and c.id = d.id)
     or not exists (select from message m
       where m.workspace_id = d.workspace_id and m.mode = d.mode and m.conversation_id = d.id))`,
);

/** Deletes the messages of deleted conversations, which nobody can reach. */
@Injectable()
export class DeletedConversations {
  constructor(private readonly db: Database) {}

  @Every('1s', 'conversation.messages.remove')
  async removeMessages(): Promise<void> {
    await deleteInBatches(() => this.db.system(removeMessages));
    await this.db.system(forget);
  }
}
