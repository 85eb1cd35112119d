import type { Migration, MigrationRunner } from '@parley/kernel';

/** Tags are sorted as people sort names, like everything else that has one: É stands beside E, not behind Z. */
export class TagOrder1700000002000 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      alter table tag
        add column name_order text collate "und-x-icu" not null generated always as (lower(name)) stored;
      create index tag_by_name on tag (workspace_id, mode, name_order, id);
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('alter table tag drop column name_order');
  }
}
