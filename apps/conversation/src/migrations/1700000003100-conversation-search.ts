import type { Migration, MigrationRunner } from '@parley/kernel';
import {
  dropSearchTable,
  fillSearchTable,
  searchTableOf,
  unmarked,
  type Documented,
} from '@parley/persistence';

const CONVERSATIONS: Documented = {
  table: 'conversation',
  columns: ['subject', 'tags', 'custom_fields', 'contact_id'],
  title: 't.subject',
  texts: [],
  contact: 't.contact_id',
};

/** The words of conversations, which they are found by (docs/adr/0011-search.md). Each message is a part of its own. */
export class ConversationSearch1700000003100 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      ${searchTableOf(CONVERSATIONS)}
      -- For whom a renamed contact talks with.
      create index conversation_by_contact on conversation (workspace_id, mode, contact_id, created_at, id);

      create function message_search_insert() returns trigger language plpgsql set search_path from current as $$ begin
        insert into conversation_search (workspace_id, mode, created_at, id, part, words)
        select workspace_id, mode, created_at, id, new.id,
            search_vector(search_scope(workspace_id, mode), ${unmarked('new.body')})
          from conversation
         where workspace_id = new.workspace_id and mode = new.mode and id = new.conversation_id;
        return null;
      end $$;
      create trigger message_search_insert after insert on message
        for each row execute function message_search_insert();
    `);
    await fillSearchTable(
      runner,
      'conversation',
      'select workspace_id, mode, created_at, id, id, conversation_search_of(t) from conversation t',
    );
    await fillSearchTable(
      runner,
      'conversation',
      `select t.workspace_id, t.mode, c.created_at, c.id, t.id,
          search_vector(search_scope(t.workspace_id, t.mode), ${unmarked('t.body')})
         from message t join conversation c
           on c.workspace_id = t.workspace_id and c.mode = t.mode and c.id = t.conversation_id`,
      'message',
    );
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      drop function message_search_insert cascade;
      drop index conversation_by_contact;
      ${dropSearchTable(CONVERSATIONS)}
    `);
  }
}
