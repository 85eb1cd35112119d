-- The files that show the HTML of a mail to a browser: as it is, and with what it loads from other servers; null without any.
alter table incoming_mail
  add column html_file_id uuid,
  add column remote_html_file_id uuid;
