-- The documents that show the HTML of a mail are files of its message, as its source is. What they may load decides how they are
-- served; null for any other file.
alter table file
  add column document_images text,
  add constraint file_document_images check (document_images in ('embedded', 'remote')) not valid;
