import type { Migration, MigrationRunner } from '@parley/kernel';

/** What a list can be filtered by, behind what it is sorted by: rows that are passed over are not read (ADR 12). */
const FILTERS = 'status_rank, priority_rank, assignee_id, inbox_id, shown_due_at, shown_warning_at';

const SORTS = {
  created: 'created_at',
  updated: 'updated_at',
  priority: 'priority_rank',
  status: 'status_rank',
  due: 'sla_due_at',
};

/** Nine indexes for every ticket where there were eleven, and no filter and sort that reads the rows of all others. */
export class ListIndexes1700000004001 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    const created = Object.entries(SORTS).map(([name, column]) => {
      const also = column === 'created_at' ? '' : ', created_at';
      const filters = FILTERS.replace(`${column}, `, '');
      return `drop index ticket_${name};
        create index ticket_${name} on ticket (workspace_id, mode, ${column}, id, ${filters}${also});`;
    });
    await runner.query(`
      -- A clock as two times that say what it shows at any instant: breached after the first, else a warning from the
      -- second on. One that is stopped shows one thing for ever.
      alter table ticket
        add column shown_due_at timestamptz not null generated always as (case sla_stopped_status
          when 'breached' then '-infinity' when 'warning' then 'infinity' when 'on_track' then 'infinity'
          else sla_due_at end) stored,
        add column shown_warning_at timestamptz not null generated always as (case sla_stopped_status
          when 'breached' then '-infinity' when 'warning' then '-infinity' when 'on_track' then 'infinity'
          else sla_warning_at end) stored;

      ${created.join('\n')}
      -- The list that is read most: narrow, because each row of it is wanted.
      drop index ticket_of_status;
      create index ticket_of_status on ticket (workspace_id, mode, status_rank, created_at, id);
      drop index ticket_of_assignee;
      create index ticket_of_assignee on ticket (workspace_id, mode, assignee_id, created_at, id)
        where assignee_id is not null;
      -- Found in the ones above.
      drop index ticket_of_priority;
      drop index ticket_stopped;
      drop index ticket_running;

      create index ticket_inbox_created on ticket_inbox (workspace_id, mode, created_at, id);
      create index ticket_inbox_name on ticket_inbox (workspace_id, mode, name_order, id);
      -- Rows that are only ever added leave pages that an index alone cannot answer for, until they are vacuumed.
      alter table ticket set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05,
        autovacuum_analyze_scale_factor = 0.02);
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    const narrow = Object.entries(SORTS).map(
      ([name, column]) =>
        `drop index ticket_${name}; create index ticket_${name} on ticket (workspace_id, mode, ${column}, id);`,
    );
    await runner.query(`
      ${narrow.join('\n')}
      drop index ticket_of_status;
      create index ticket_of_status on ticket (workspace_id, mode, status, created_at, id);
      create index ticket_of_priority on ticket (workspace_id, mode, priority, created_at, id);
      drop index ticket_of_assignee;
      create index ticket_of_assignee on ticket (workspace_id, mode, assignee_id, created_at, id);
      create index ticket_stopped on ticket (workspace_id, mode, sla_stopped_status, created_at, id)
        where sla_stopped_status is not null;
      create index ticket_running on ticket (workspace_id, mode, sla_due_at, sla_warning_at)
        where sla_stopped_status is null;
      alter table ticket drop column shown_due_at, drop column shown_warning_at;
      drop index ticket_inbox_created;
      drop index ticket_inbox_name;
      alter table ticket reset (autovacuum_vacuum_insert_scale_factor, autovacuum_vacuum_scale_factor,
        autovacuum_analyze_scale_factor);
    `);
  }
}
