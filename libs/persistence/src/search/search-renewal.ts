/** Records of a contact that are renewed at once when it changes: more would keep the transaction of the event for long. */
const AT_ONCE = 200;
/** No more are begun after this time. */
const LONGEST = '300 ms';

/** SQL of where the newest record is before which the next ones are renewed: behind all of them. */
const FROM_THE_NEWEST = `'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'`;

/**
 * A contact who is renamed or deleted is so in what is found: the newest records in the transaction that changes the copy,
 * the rest, if there are more, when somebody calls `search_renew_next`. Whoever renews has the copy locked, so whoever
 * writes a record meanwhile has read the copy before and is over, or reads it afterwards.
 */
export const renewal = (table: string, name: string): string => `
    ${renewSome(table, name)}
    ${RENEW_NEXT}
    create function ${name}_renew() returns trigger language plpgsql set search_path from current as $$ begin
      perform search_renew(new, ${FROM_THE_NEWEST}, ${AT_ONCE});
      return null;
    end $$;
    create trigger ${name}_renew_insert after insert on contact_projection for each row execute function ${name}_renew();
    create trigger ${name}_renew_update after update of name, email on contact_projection for each row
      when ((old.name, old.email) is distinct from (new.name, new.email)) execute function ${name}_renew();`;

/** Takes away what {@link renewal} made, but its triggers. */
export const dropRenewal = 'drop function search_renew_next, search_renew; drop table search_stale;';

const renewSome = (table: string, name: string): string => `
    -- Contacts whose records before one are still found by what the contact was.
    create table search_stale (
      workspace_id uuid not null,
      mode text not null,
      contact_id uuid not null,
      before_at timestamptz not null,
      before_id uuid not null,
      primary key (workspace_id, mode, contact_id)
    );

    create function search_renew(whose contact_projection, before_at timestamptz, before_id uuid, most integer) returns void
      language plpgsql set search_path from current as $$
    declare
      t ${table}; renewed integer := 0; began timestamptz := clock_timestamp(); is_late boolean := false;
    begin
      -- One by one by their whole key: no plan of many depends on what the tables were when it was made.
      for t in
        select * from ${table} o
         where o.workspace_id = whose.workspace_id and o.mode = whose.mode and o.contact_id = whose.id
           and (o.created_at, o.id) < (before_at, before_id)
         order by o.created_at desc, o.id desc limit most
      loop
        update ${name} s set words = ${name}_of(t)
         where s.workspace_id = t.workspace_id and s.mode = t.mode and s.created_at = t.created_at and s.id = t.id
           and s.part = t.id;
        renewed := renewed + 1;
        -- Long texts take up to half a second each, and whoever changes the contact waits.
        is_late := clock_timestamp() > began + interval '${LONGEST}';
        exit when is_late;
      end loop;
      if is_late or renewed = most then
        insert into search_stale values (whose.workspace_id, whose.mode, whose.id, t.created_at, t.id)
        on conflict (workspace_id, mode, contact_id) do update
          set before_at = excluded.before_at, before_id = excluded.before_id;
      else
        delete from search_stale where workspace_id = whose.workspace_id and mode = whose.mode and contact_id = whose.id;
      end if;
    end $$;`;

const RENEW_NEXT = `
    -- Renews more records of a contact that nobody else is at work on; answers whether there was one.
    create function search_renew_next(most integer) returns boolean
      language plpgsql set search_path from current as $$
    declare
      whose contact_projection; at timestamptz; before uuid;
    begin
      select c.* from search_stale s
        join contact_projection c on c.workspace_id = s.workspace_id and c.mode = s.mode and c.id = s.contact_id
       limit 1 for no key update of c skip locked into whose;
      if not found then return false; end if;
      -- As it is now that nobody else changes it.
      select before_at, before_id from search_stale
       where workspace_id = whose.workspace_id and mode = whose.mode and contact_id = whose.id into at, before;
      if found then perform search_renew(whose, at, before, most); end if;
      return true;
    end $$;`;
