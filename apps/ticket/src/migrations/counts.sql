-- See count-rows.sql.
create or replace trigger ticket_count_insert after insert on ticket
  referencing new table as changed_rows for each statement execute function count_rows_by_status();
create or replace trigger ticket_count_delete after delete on ticket
  referencing old table as changed_rows for each statement execute function count_rows_by_status();
create or replace trigger ticket_count_update after update of status on ticket for each row
  when (old.status is distinct from new.status) execute function count_status_change();
