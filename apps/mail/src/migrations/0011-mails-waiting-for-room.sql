-- Mails for whose files their workspaces have no room, in the order in which they are read again.
create index incoming_mail_waiting_for_room on incoming_mail (due_at) where status = 'failed' and reason ->> 'code' = 'storage_full';
