import type { Migration, MigrationRunner } from '@parley/kernel';

export class IdempotencyKeys1700000000001 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      create table idempotency_key (
        workspace_id uuid not null,
        mode text not null,
        credential_id text not null,
        key text not null,
        fingerprint text not null,
        answer bytea not null,
        expires_at timestamptz not null,
        primary key (workspace_id, mode, credential_id, key)
      );
      create index idempotency_key_expiry on idempotency_key (expires_at);
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('drop table idempotency_key');
  }
}

/** A key can be taken before there is an answer: for work whose effect is not in the database. */
export class IdempotencyReservations1700000000004 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query('alter table idempotency_key alter column answer drop not null');
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query(
      'delete from idempotency_key where answer is null; alter table idempotency_key alter column answer set not null',
    );
  }
}

/** An answer is kept with the version of the record that it shows: its ETag. */
export class IdempotencyVersions1700000005002 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query('alter table idempotency_key add column version text');
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('alter table idempotency_key drop column version');
  }
}
