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
        -- What lists are sorted by: names as people sort them, addresses by their characters.
        name_order text collate "und-x-icu" not null generated always as (lower(name)) stored,
        email_order text collate "C" not null generated always as (email_key) stored,
        version integer not null default 1,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (workspace_id, id),
        unique (workspace_id, email_key)
      );
      -- One for each sort, with what the list can be filtered by: rows that are passed over are not read.
      create index member_created on member (workspace_id, created_at, id, role, status);
      create index member_updated on member (workspace_id, updated_at, id, role, status);
      create index member_by_name on member (workspace_id, name_order, id, role, status);
      create index member_by_email on member (workspace_id, email_order, id, role, status);

      create table team (
        workspace_id uuid not null references workspace,
        id uuid not null,
        name text not null,
        description text,
        name_order text collate "und-x-icu" not null generated always as (lower(name)) stored,
        version integer not null default 1,
        created_at timestamptz not null,
        updated_at timestamptz not null,
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

      -- Users as members of their teams.
      create view team_user as
        select t.workspace_id, t.team_id, t.joined_at, u.id, u.version, u.email, u.name, u.role, u.status, u.avatar_url,
          u.created_at, u.updated_at, u.name_order, u.email_order
          from team_member t join member u on u.workspace_id = t.workspace_id and u.id = t.user_id;

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
      'drop table api_key; drop view team_user; drop table team_member; drop table team; drop table member; drop table workspace;',
    );
  }
}
