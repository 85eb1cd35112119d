-- Former names of renamed and deleted tags. Until their records follow, the uses of a former name count for the tag that has
-- replaced it; and an event from before does not bring the tag back.
create table retired_tag (
  workspace_id uuid not null,
  mode text not null,
  name_key text not null,
  -- Included in the uses of `replaced_by`, if the tag was renamed.
  uses integer not null,
  replaced_by uuid,
  retired_at timestamptz not null,
  primary key (workspace_id, mode, name_key)
);
create index retired_tag_replaced_by on retired_tag (workspace_id, mode, replaced_by) where replaced_by is not null;
create index retired_tag_age on retired_tag (retired_at) where uses <= 0;
