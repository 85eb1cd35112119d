-- Rows that satisfied the narrower checks before satisfy these. Validation reads the table beside writes.
alter table file validate constraint file_status_check, validate constraint file_check;
