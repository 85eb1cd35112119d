create table effect (
  position bigint generated always as identity,
  consumer text not null,
  event_id uuid not null,
  subject text not null,
  sequence text not null
);
