import type { Migration, MigrationRunner } from '@parley/kernel';

export class Identity1700000001000 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      create table workspace (
        id uuid primary key,
        name text not null,
        plan text not null,
        -- Four characters in every token of the workspace: they keep its Redis keys in one cluster slot.
        route_tag text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );

      create table member (
        workspace_id uuid not null references workspace,
        id uuid not null unique,
        email text not null,
        email_key text not null,
        name text not null,
        role text not null check (role in ('admin', 'agent', 'viewer')),
        status text not null check (status in ('active', 'inactive')),
        avatar_url text,
        password_hash text not null,
        version integer not null default 1,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (workspace_id, id),
        unique (workspace_id, email_key)
      );

      create table team (
        workspace_id uuid not null references workspace,
        id uuid not null,
        name text not null,
        description text,
        created_at timestamptz not null,
        primary key (workspace_id, id),
        unique (workspace_id, name)
      );

      create table team_member (
        workspace_id uuid not null,
        team_id uuid not null,
        user_id uuid not null,
        joined_at timestamptz not null,
        primary key (workspace_id, team_id, user_id),
        foreign key (workspace_id, team_id) references team,
        foreign key (workspace_id, user_id) references member
      );

      create table api_key (
        workspace_id uuid not null references workspace,
        id uuid not null unique,
        mode text not null check (mode in ('live', 'test')),
        name text not null,
        scopes text[] not null,
        token_hash bytea not null unique,
        last4 text not null,
        created_by uuid not null,
        created_at timestamptz not null,
        last_used_at timestamptz,
        revoked_at timestamptz,
        primary key (workspace_id, id),
        foreign key (workspace_id, created_by) references member
      );
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query(
      'drop table api_key; drop table team_member; drop table team; drop table member; drop table workspace;',
    );
  }
}
