import type { Migration, MigrationRunner } from '@parley/kernel';

export class Contact1700000001000 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      create table contact (
        workspace_id uuid not null,
        mode text not null,
        id uuid not null,
        version integer not null,
        email text,
        -- The address without regard to case: what makes it unique and findable.
        email_key text,
        name text,
        phone text,
        company text,
        custom_fields jsonb not null default '{}',
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (workspace_id, mode, id),
        constraint contact_email unique (workspace_id, mode, email_key)
      );
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('drop table contact');
  }
}
