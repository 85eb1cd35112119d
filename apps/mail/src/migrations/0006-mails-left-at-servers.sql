-- A mail that stays at its server, since it is too large or the server does not hand it out, is recorded without its bytes.
alter table incoming_mail add column has_source boolean not null default true;
-- When the folder was last read from its beginning, because its mails had got other UIDs.
alter table imap_folder add column walked_at timestamptz;
