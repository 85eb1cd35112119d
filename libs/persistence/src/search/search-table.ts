import type { MigrationRunner } from '@parley/kernel';
import { dropRenewal, renewal } from './search-renewal.ts';

/** SQL of the row that is being written, for the functions that make words of it. */
export interface Documented {
  /** Table whose records are found. */
  readonly table: string;
  /** Columns that its words are made of: when one of them changes, so do the words. */
  readonly columns: readonly string[];
  /** What the record is called, SQL on the record `t`: its words make a better match. */
  readonly title: string;
  /** Other texts, as `title`: each one that is not null is searched. Tags and custom fields are searched besides. */
  readonly texts: readonly string[];
  /**
   * SQL of the id of its contact, whose name and address are searched too; the copies of contacts must be there. One table
   * of a schema can have it: what is left to renew is kept in tables and functions of one name.
   */
  readonly contact?: string;
}

/** The table that holds the words of the records of another. */
export const searchTable = (table: string): string => `${table}_search`;

/**
 * SQL of a table of words beside another, filled by triggers, so that whatever writes a record, a seed too, makes it
 * found, in the same transaction. Beside it and not in it: a change of status then touches no word, and a read of a
 * record does not fetch them. A record may have several rows, of which one alone must have all that is looked for;
 * `part` says which. No statistics of words: an estimate would be of all tenants, and a plan by it wrong for most.
 */
export function searchTableOf(documented: Documented): string {
  const { table, columns, contact } = documented;
  const name = searchTable(table);
  const has = (column: string) => columns.includes(column);
  return `
    create table ${name} (
      workspace_id uuid not null,
      mode text not null,
      created_at timestamptz not null,
      id uuid not null,
      part uuid not null,
      words tsvector not null,
      primary key (workspace_id, mode, created_at, id, part)
    );
    alter table ${name} alter column words set statistics 0;
    -- What is written waits in a list, which each search reads too, until there is enough to be put into the index
    -- together: that costs a fifth of doing it row by row.
    create index ${name}_words on ${name} using gin (words) with (fastupdate = on, gin_pending_list_limit = 256);

    create function ${name}_of(t ${table}) returns tsvector language plpgsql set search_path from current as $$
    declare
      scope text := search_scope(t.workspace_id, t.mode);
      contact_name text; contact_email text; vector tsvector;
    begin
      ${contact === undefined ? '' : contactOf(contact)}
      ${textsOf(documented)}
      ${has('tags') ? keysOf('tag', `array_to_string(t.tags, E'\\u001e')`, `t.tags <> '{}'`) : ''}
      ${contact === undefined ? emailKeys('t.email') : emailKeys('contact_email')}
      ${has('custom_fields') ? `if t.custom_fields <> '{}' then vector := vector || search_custom(scope, t.custom_fields); end if;` : ''}
      return vector;
    end $$;

    ${triggersOf(table, name, columns)}
    ${contact === undefined ? '' : renewal(table, name)}
  `;
}

/** SQL of a text without what stands between texts. */
export const unmarked = (text: string): string => `replace(${text}, E'\\u001f', ' ')`;

/** Short texts first: positions end at 16,383, and phrases beyond are not found. */
function textsOf({ columns, title, texts, contact }: Documented): string {
  const others = [...(contact === undefined ? [] : ['contact_name', 'contact_email']), ...texts].map(
    unmarked,
  );
  if (columns.includes('tags'))
    others.push(`translate(array_to_string(t.tags, E'\\u001e'), E'\\u001f\\u001e', E' \\u001f')`);
  return `vector := setweight(search_vector(scope, coalesce(${unmarked(title)}, '')), 'A')
        || search_vector(scope, E'\\u001f' || concat_ws(E'\\u001f', ${others.join(', ')}));`;
}

/** Each record's own words are written, changed and deleted with it. */
const triggersOf = (table: string, name: string, columns: readonly string[]): string => `
    create function ${name}_insert() returns trigger language plpgsql set search_path from current as $$ begin
      insert into ${name} (workspace_id, mode, created_at, id, part, words)
      values (new.workspace_id, new.mode, new.created_at, new.id, new.id, ${name}_of(new));
      return null;
    end $$;
    create trigger ${name}_insert after insert on ${table} for each row execute function ${name}_insert();

    create function ${name}_update() returns trigger language plpgsql set search_path from current as $$ begin
      update ${name} set words = ${name}_of(new)
       where workspace_id = new.workspace_id and mode = new.mode and created_at = new.created_at
         and id = new.id and part = new.id;
      return null;
    end $$;
    create trigger ${name}_update after update of ${columns.join(', ')} on ${table} for each row
      when ((${columns.map((column) => `old.${column}`).join(', ')})
        is distinct from (${columns.map((column) => `new.${column}`).join(', ')}))
      execute function ${name}_update();

    create function ${name}_delete() returns trigger language plpgsql set search_path from current as $$ begin
      delete from ${name} where workspace_id = old.workspace_id and mode = old.mode
        and created_at = old.created_at and id = old.id;
      return null;
    end $$;
    create trigger ${name}_delete after delete on ${table} for each row execute function ${name}_delete();`;

/** Read under a lock, so that a rename that commits meanwhile finds the record, or the record the new name. */
const contactOf = (contact: string): string => `
      if ${contact} is not null then
        select c.name, c.email into contact_name, contact_email from contact_projection c
         where c.workspace_id = t.workspace_id and c.mode = t.mode and c.id = ${contact} for share;
      end if;`;

const keysOf = (field: string, values: string, when: string): string =>
  `if ${when} then vector := vector || search_keys(scope, '${field}', ${values}); end if;`;

/** An address is looked for by its beginning and, written backwards, by its end. */
const emailKeys = (email: string): string =>
  keysOf('email', email, `${email} is not null`) +
  keysOf('email_reversed', `reverse(search_fold(${email}))`, `${email} is not null`);

/** Takes away what {@link searchTableOf} made. */
export function dropSearchTable({ table, contact }: Documented): string {
  const name = searchTable(table);
  const functions = ['insert', 'update', 'delete', ...(contact === undefined ? [] : ['renew'])];
  return `
    ${contact === undefined ? '' : dropRenewal}
    drop table ${name};
    ${functions.map((what) => `drop function ${name}_${what} cascade;`).join('\n')}
    drop function ${name}_of;`;
}

/** Few enough for the time that a statement may take. */
const BATCH = 2_000;

/**
 * Makes the words of what is there already, some at a time.
 * @param select SQL of rows as the table of words has them, without `where`, from a table or alias `t`
 */
export async function fillSearchTable(
  runner: MigrationRunner,
  table: string,
  select: string,
  source = table,
): Promise<void> {
  let after = `'00000000-0000-0000-0000-000000000000', '', '00000000-0000-0000-0000-000000000000'`;
  for (;;) {
    const [last] = (await runner.query(`
      with batch as (
        select workspace_id, mode, id from ${source}
         where (workspace_id, mode, id) > (${after}) order by workspace_id, mode, id limit ${BATCH}
      ), filled as (
        insert into ${searchTable(table)} (workspace_id, mode, created_at, id, part, words)
        ${select} where (t.workspace_id, t.mode, t.id) in (select * from batch)
      )
      select format('%L, %L, %L', workspace_id, mode, id) as key from batch
       order by workspace_id desc, mode desc, id desc limit 1`)) as { key: string }[];
    if (last === undefined) return;
    after = last.key;
  }
}
