import type { Migration, MigrationRunner } from '@parley/kernel';

export class Projections1700000000004 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    // A ticket schema from before this step has the tables already.
    await runner.query(`
      create table if not exists contact_projection (
        workspace_id uuid not null,
        mode text not null,
        id uuid not null,
        name text,
        email text,
        email_key text,
        -- Stays for what the contact had a part in.
        deleted boolean not null default false,
        sequence text not null,
        primary key (workspace_id, mode, id)
      );
      -- With the id, so that it alone tells whose address is like another.
      create index if not exists contact_projection_email on contact_projection (workspace_id, mode, email_key, id);

      create table if not exists user_projection (
        workspace_id uuid not null,
        id uuid not null,
        name text not null,
        status text not null,
        sequence text not null,
        primary key (workspace_id, id)
      );
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('drop table contact_projection; drop table user_projection;');
  }
}
