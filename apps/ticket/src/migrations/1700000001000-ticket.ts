import type { Migration, MigrationRunner } from '@parley/kernel';
import { countRowsOf } from '@parley/persistence';

export class Ticket1700000001000 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      -- The bus has a table named inbox already.
      create table ticket_inbox (
        workspace_id uuid not null,
        mode text not null,
        id uuid not null,
        version integer not null default 1,
        name text not null,
        -- Names as people sort them.
        name_order text collate "und-x-icu" not null generated always as (lower(name)) stored,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (workspace_id, mode, id)
      );

      -- What tickets are found by their tags with: one text for workspace, mode and tag, because an inverted index
      -- has only one column without btree_gin.
      create function tag_keys(workspace_id uuid, mode text, tags text[]) returns text[]
        language sql immutable parallel safe
        as $$ select array_agg(workspace_id || '/' || mode || '/' || lower(tag)) from unnest(tags) tag $$;

      create table ticket (
        workspace_id uuid not null,
        mode text not null,
        id uuid not null,
        version integer not null,
        subject text not null,
        description text,
        status text not null check (status in ('open', 'pending', 'resolved', 'closed')),
        status_rank smallint not null generated always as (
          case status when 'open' then 1 when 'pending' then 2 when 'resolved' then 3 else 4 end) stored,
        priority text not null check (priority in ('urgent', 'high', 'normal', 'low')),
        priority_rank smallint not null generated always as (
          case priority when 'urgent' then 4 when 'high' then 3 when 'normal' then 2 else 1 end) stored,
        contact_id uuid,
        assignee_id uuid,
        inbox_id uuid,
        conversation_id uuid,
        tags text[] not null default '{}',
        custom_fields jsonb not null default '{}',
        sla_started_at timestamptz not null,
        sla_warning_at timestamptz not null,
        sla_due_at timestamptz not null,
        -- When what the clock shows next changes, and is announced.
        sla_next_at timestamptz,
        -- Set while the clock is stopped: the status it had then stays.
        sla_stopped_status text check (sla_stopped_status in ('on_track', 'warning', 'breached')),
        first_responded_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (workspace_id, mode, id),
        foreign key (workspace_id, mode, inbox_id) references ticket_inbox
      );
      create index ticket_created on ticket (workspace_id, mode, created_at, id);
      create index ticket_updated on ticket (workspace_id, mode, updated_at, id);
      create index ticket_priority on ticket (workspace_id, mode, priority_rank, id);
      create index ticket_status on ticket (workspace_id, mode, status_rank, id);
      create index ticket_due on ticket (workspace_id, mode, sla_due_at, id);
      create index ticket_of_status on ticket (workspace_id, mode, status, created_at, id);
      create index ticket_of_priority on ticket (workspace_id, mode, priority, created_at, id);
      create index ticket_of_assignee on ticket (workspace_id, mode, assignee_id, created_at, id);
      create index ticket_of_inbox on ticket (workspace_id, mode, inbox_id, created_at, id)
        where inbox_id is not null;
      create index ticket_of_contact on ticket (workspace_id, mode, contact_id, created_at, id)
        where contact_id is not null;
      create index ticket_of_conversation on ticket (workspace_id, mode, conversation_id)
        where conversation_id is not null;
      create index ticket_sla_next on ticket (sla_next_at) where sla_next_at is not null;
      create index ticket_of_tag on ticket using gin (tag_keys(workspace_id, mode, tags)) where tags <> '{}';
      create index ticket_stopped on ticket (workspace_id, mode, sla_stopped_status, created_at, id)
        where sla_stopped_status is not null;
      create index ticket_running on ticket (workspace_id, mode, sla_due_at, sla_warning_at)
        where sla_stopped_status is null;

      ${countRowsOf('ticket', 'status')}
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('drop table ticket; drop table ticket_inbox; drop function tag_keys;');
  }
}
