import type { Migration, MigrationRunner } from '@parley/kernel';

/**
 * How many rows each tenant has in a table, kept by the writing transaction. A count is spread over slots by
 * connection, so that writers of one tenant do not wait for each other's commits on one row.
 */
const SLOTS = 32;

export class RowCounts1700000000003 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    // Room in each page, so that a changed count stays in it and leaves nothing for a vacuum to do.
    await runner.query(`
      create table row_count (
        workspace_id uuid not null,
        mode text not null,
        counted text not null,
        key text not null,
        slot smallint not null,
        n bigint not null,
        primary key (workspace_id, mode, counted, key, slot)
      ) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('drop table row_count');
  }
}

/**
 * SQL that makes a table count its rows, as a whole or by the value of a text column: triggers, so that whatever writes
 * them, a seed or a bulk statement too, counts them. Keys are written in order, or two writers could deadlock.
 */
export function countRowsOf(table: string, column?: string): string {
  const write = (rows: string) => `
      insert into row_count as c (workspace_id, mode, counted, key, slot, n)
      select workspace_id, mode, '${table}', key, pg_backend_pid() % ${SLOTS}, sum(n) from (${rows}) changed
        group by 1, 2, 4 order by 1, 2, 4
      on conflict (workspace_id, mode, counted, key, slot) do update set n = c.n + excluded.n;`;
  const of = (rows: string, n: number) =>
    `select workspace_id, mode, ${column ?? `''`} as key, ${n} as n from ${rows}`;
  const trigger = (when: 'insert' | 'delete', rows: string, kind: 'new' | 'old', n: number) => `
    create function ${table}_count_${when}() returns trigger language plpgsql set search_path from current as $$ begin
      ${write(of(rows, n))}
      return null;
    end $$;
    create trigger ${table}_count_${when} after ${when} on ${table}
      referencing ${kind} table as ${rows} for each statement execute function ${table}_count_${when}();`;
  const change =
    column === undefined
      ? ''
      : `
    create function ${table}_count_update() returns trigger language plpgsql set search_path from current as $$ begin
      ${write(
        `select new.workspace_id, new.mode, new.${column} as key, 1 as n
         union all select old.workspace_id, old.mode, old.${column}, -1`,
      )}
      return null;
    end $$;
    create trigger ${table}_count_update after update of ${column} on ${table} for each row
      when (old.${column} is distinct from new.${column}) execute function ${table}_count_update();`;
  return trigger('insert', 'added', 'new', 1) + trigger('delete', 'gone', 'old', -1) + change;
}

/** SQL for the number of counted rows of the tenant in `$1` and `$2`; with `key`, of those with this value. */
export function countedRows(table: string, key?: string): string {
  const only = key === undefined ? '' : ` and key = ${key}`;
  return `select coalesce(sum(n), 0)::int from row_count
    where workspace_id = $1 and mode = $2 and counted = '${table}'${only}`;
}
