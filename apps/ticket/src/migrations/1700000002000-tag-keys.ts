import { tagKey } from '@parley/contracts';
import type { Migration, MigrationRunner } from '@parley/kernel';

/**
 * What makes two spellings one tag is said in one place, `tagKey`: its keys are stored with the ticket, because SQL
 * folds letters such as Σ and İ otherwise.
 */
export class TagKeys1700000002000 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      drop index ticket_of_tag;
      drop function tag_keys;
      alter table ticket add column tag_keys text[] not null default '{}';
    `);
    const named = (await runner.query('select distinct tag from ticket, unnest(tags) tag')) as {
      tag: string;
    }[];
    const keys = JSON.stringify(Object.fromEntries(named.map(({ tag }) => [tag, tagKey(tag)])));
    await runner.query(`
      update ticket set tag_keys =
        (select array_agg('${keys.replaceAll("'", "''")}'::jsonb ->> tag order by n)
           from unnest(tags) with ordinality as t(tag, n))
       where tags <> '{}';
      alter table ticket add check (cardinality(tag_keys) = cardinality(tags));

      -- One text for workspace, mode and tag, because an inverted index has only one column without btree_gin.
      -- Not a query, which costs more to begin than all the rest of the index of a row.
      create function tenant_keys(workspace_id uuid, mode text, keys text[]) returns text[]
        language plpgsql immutable parallel safe as $$
      declare
        tenant text := workspace_id || '/' || mode || '/'; key text; all_keys text[] := '{}';
      begin
        foreach key in array keys loop
          all_keys := all_keys || (tenant || key);
        end loop;
        return all_keys;
      end $$;
      create index ticket_of_tag on ticket using gin (tenant_keys(workspace_id, mode, tag_keys))
        where tag_keys <> '{}';
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      drop index ticket_of_tag;
      drop function tenant_keys;
      alter table ticket drop column tag_keys;
      create function tag_keys(workspace_id uuid, mode text, tags text[]) returns text[]
        language sql immutable parallel safe
        as $$ select array_agg(workspace_id || '/' || mode || '/' || lower(tag)) from unnest(tags) tag $$;
      create index ticket_of_tag on ticket using gin (tag_keys(workspace_id, mode, tags)) where tags <> '{}';
    `);
  }
}
