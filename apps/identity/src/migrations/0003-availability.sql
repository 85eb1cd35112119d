alter table member
  add column availability text not null default 'offline' check (availability in ('online', 'away', 'offline')),
  add column availability_until timestamptz,
  add column capacity integer;
alter table team
  add column assignment_mode text not null default 'manual'
    check (assignment_mode in ('manual', 'round_robin', 'least_loaded')),
  add column max_open_per_user integer;
