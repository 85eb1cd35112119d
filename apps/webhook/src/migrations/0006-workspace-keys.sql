-- Every key contains the workspace, so that each table can be partitioned by it (docs/scaling.md). Ids are random, so nothing
-- depends on their being unique in all workspaces; the index still finds a subscription by its id alone.
alter table webhook drop constraint webhook_id_key;
create index webhook_of_id on webhook (id);
