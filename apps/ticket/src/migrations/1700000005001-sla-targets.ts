import type { Migration, MigrationRunner } from '@parley/kernel';

/** What a workspace has set; the rest is that of the installation (SLA_TARGETS). */
export class SlaTargets1700000005001 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      create table sla_target (
        workspace_id uuid not null,
        priority text not null check (priority in ('urgent', 'high', 'normal', 'low')),
        -- Milliseconds.
        target bigint not null check (target > 0),
        updated_at timestamptz not null,
        primary key (workspace_id, priority)
      );
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('drop table sla_target');
  }
}
