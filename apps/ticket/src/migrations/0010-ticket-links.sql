-- What other tickets are to this one: `[{"type", "id"}]`. Each of two linked tickets has its end.
alter table ticket add column links jsonb not null default '[]';
