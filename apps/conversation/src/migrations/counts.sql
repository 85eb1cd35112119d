-- See count-rows.sql.
create or replace trigger conversation_count_insert after insert on conversation
  referencing new table as changed_rows for each statement execute function count_rows_by_status();
create or replace trigger conversation_count_delete after delete on conversation
  referencing old table as changed_rows for each statement execute function count_rows_by_status();
create or replace trigger conversation_count_update after update of status on conversation for each row
  when (old.status is distinct from new.status) execute function count_status_change();

create or replace trigger tag_count_insert after insert on tag
  referencing new table as changed_rows for each statement execute function count_rows();
create or replace trigger tag_count_delete after delete on tag
  referencing old table as changed_rows for each statement execute function count_rows();
