-- The last number that a record of a tenant got: numbers rise, and those that were taken for nothing are left out.
create table record_number (
  workspace_id uuid not null,
  mode text not null,
  last integer not null,
  primary key (workspace_id, mode)
);
alter table {{record}} add column number integer;

-- For records that bring no number: samples, and those of processes of an earlier version.
create function number_record() returns trigger language plpgsql set search_path from current as $$
begin
  insert into record_number as taken values (new.workspace_id, new.mode, 1)
  on conflict (workspace_id, mode) do update set last = taken.last + 1
  returning last into new.number;
  return new;
end $$;
create trigger number_inserted_record before insert on {{record}}
  for each row when (new.number is null) execute function number_record();
