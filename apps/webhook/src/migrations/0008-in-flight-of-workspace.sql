-- migration: outside-transaction
-- Counts deliveries in flight of a workspace and of an endpoint.
create index concurrently delivery_in_flight_of_workspace on delivery (workspace_id, webhook_id, due_at) where status = 1;
drop index concurrently if exists delivery_in_flight;
