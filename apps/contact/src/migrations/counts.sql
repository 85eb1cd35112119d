-- See count-rows.sql.
create or replace trigger contact_count_insert after insert on contact
  referencing new table as changed_rows for each statement execute function count_rows();
create or replace trigger contact_count_delete after delete on contact
  referencing old table as changed_rows for each statement execute function count_rows();
