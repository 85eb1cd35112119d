import type { Migration, MigrationRunner } from '@parley/kernel';

/** One table of all tokens that admission looks up, and what happened to credentials. */
export class Credentials1700000006000 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      -- One step, because no release knows api_key.
      alter table api_key rename to token;
      alter index api_key_pkey rename to token_pkey;
      alter index api_key_id_key rename to token_id_key;
      alter index api_key_token_hash_key rename to token_token_hash_key;
      alter table token rename constraint api_key_mode_check to token_mode_check;
      alter table token rename constraint api_key_workspace_id_fkey to token_workspace_id_fkey;
      alter table token rename constraint api_key_workspace_id_created_by_fkey to token_workspace_id_user_id_fkey;
      -- The user that it acts as; of an API key, its creator.
      alter table token rename column created_by to user_id;
      alter table token
        add column kind text not null default 'api_key'
          check (kind in ('api_key', 'personal_access_token', 'oauth_access_token')),
        add column expires_at timestamptz,
        add column grant_id uuid,
        add column credential_id uuid not null generated always as (coalesce(grant_id, id)) stored,
        add constraint token_grant_check check ((kind = 'oauth_access_token') = (grant_id is not null));
      alter table token alter column kind drop default;
      create index token_of_credential on token (credential_id);
      create index token_of_user on token (workspace_id, user_id);
      create index token_by_revocation on token (revoked_at) where revoked_at is not null;
      create index access_token_by_expiry on token (expires_at) where kind = 'oauth_access_token';

      -- From where a credential has been used, so that a new address stands out.
      create table credential_address (
        workspace_id uuid not null references workspace,
        credential_id uuid not null,
        address text not null,
        first_used_at timestamptz not null,
        last_used_at timestamptz not null,
        primary key (credential_id, address)
      );
      create index credential_address_by_use on credential_address (last_used_at);

      create table audit_event (
        workspace_id uuid not null references workspace,
        id uuid not null,
        at timestamptz not null,
        type text not null,
        actor_type text not null,
        actor_id text,
        credential_id text,
        address text,
        request_id text,
        details jsonb not null,
        primary key (workspace_id, id)
      );
      create index audit_event_newest on audit_event (workspace_id, at desc, id desc);
      create index audit_event_by_age on audit_event (at);

      create function keep_audit_event() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and old.at < now() - interval '1 day' then return old; end if;
        raise exception 'audit events are only added, and pruned when they are old';
      end $$;
      create trigger keep_audit_event before update or delete on audit_event
        for each row execute function keep_audit_event();
      create trigger keep_audit_events before truncate on audit_event
        for each statement execute function keep_audit_event();
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      drop table audit_event; drop function keep_audit_event(); drop table credential_address;
      delete from token where kind <> 'api_key';
      alter table token drop column credential_id, drop column grant_id, drop column expires_at, drop column kind;
      drop index token_of_user; drop index token_by_revocation;
      alter table token rename column user_id to created_by;
      alter table token rename to api_key;
    `);
  }
}
