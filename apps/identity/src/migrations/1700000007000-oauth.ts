import type { Migration, MigrationRunner } from '@parley/kernel';

/** OAuth apps, what users grant them, and the sessions in which users do. Every secret is a SHA-256 of itself. */
export class OAuth1700000007000 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      create table oauth_app (
        workspace_id uuid not null references workspace,
        id uuid not null unique,
        name text not null,
        redirect_uris text[] not null,
        scopes text[] not null,
        secret_hash bytea not null,
        created_at timestamptz not null,
        deleted_at timestamptz,
        primary key (workspace_id, id)
      );

      -- One consent of one user, and the family of tokens that came of it.
      create table oauth_grant (
        workspace_id uuid not null,
        id uuid not null unique,
        app_id uuid not null,
        user_id uuid not null,
        scopes text[] not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        refreshed_at timestamptz not null,
        revoked_at timestamptz,
        primary key (workspace_id, id),
        foreign key (workspace_id, app_id) references oauth_app,
        foreign key (workspace_id, user_id) references member
      );
      create index oauth_grant_of_user on oauth_grant (workspace_id, user_id);
      create index oauth_grant_of_app on oauth_grant (workspace_id, app_id);
      -- Who signs in need not name the workspace.
      create index member_of_email on member (email_key) where status = 'active';

      create table oauth_code (
        code_hash bytea primary key,
        workspace_id uuid not null,
        app_id uuid not null,
        user_id uuid not null,
        redirect_uri text not null,
        scopes text[] not null,
        challenge text,
        expires_at timestamptz not null,
        used_at timestamptz,
        -- What it obtained: ends when the code is used again.
        grant_id uuid,
        foreign key (workspace_id, app_id) references oauth_app,
        foreign key (workspace_id, user_id) references member
      );
      create index oauth_code_by_expiry on oauth_code (expires_at);

      create table refresh_token (
        token_hash bytea primary key,
        workspace_id uuid not null,
        grant_id uuid not null,
        expires_at timestamptz not null,
        successor_hash bytea,
        -- Encrypted with a key made of this token: only who has it can have its successor again.
        successor_sealed bytea,
        foreign key (workspace_id, grant_id) references oauth_grant on delete cascade
      );
      create index refresh_token_of_grant on refresh_token (workspace_id, grant_id);
      create index refresh_token_by_expiry on refresh_token (expires_at);

      create table login_session (
        id_hash bytea primary key,
        workspace_id uuid not null,
        user_id uuid not null,
        created_at timestamptz not null,
        last_seen_at timestamptz not null,
        foreign key (workspace_id, user_id) references member
      );
      create index login_session_of_user on login_session (workspace_id, user_id);
      create index login_session_by_age on login_session (last_seen_at);

      -- A request that was found good, until the user has answered it.
      create table consent_request (
        id_hash bytea primary key,
        session_hash bytea not null references login_session on delete cascade,
        app_id uuid not null,
        redirect_uri text not null,
        scopes text[] not null,
        state text,
        challenge text,
        expires_at timestamptz not null
      );
      create index consent_request_of_session on consent_request (session_hash);
      create index consent_request_by_expiry on consent_request (expires_at);

      -- Failed sign-ins by who tried, as a hash of account or address: no list of accounts that exist.
      create table login_failure (
        subject bytea primary key,
        failures integer not null,
        ends_at timestamptz not null
      );
      create index login_failure_by_end on login_failure (ends_at);
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query(
      `drop index member_of_email;
       drop table login_failure; drop table consent_request; drop table login_session; drop table refresh_token;
       drop table oauth_code; drop table oauth_grant; drop table oauth_app;`,
    );
  }
}
