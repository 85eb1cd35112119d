-- A source is the file of a mail. Each attempt to store it is an upload with an id of its own, which is the name of its object;
-- the row gets the id of the source when all bytes are stored, so that attempts do not write to the same object.
alter table file
  add column object_id uuid,
  drop constraint file_status_check,
  add constraint file_status_check check (status in ('uploading', 'staged', 'available', 'source')) not valid,
  drop constraint file_check,
  add constraint file_check check (status in ('available', 'source') or expires_at is not null) not valid;
