-- When the operator deleted it; its data is being erased since.
alter table workspace add column deleted_at timestamptz;
