-- migration: outside-transaction
create index concurrently incoming_mail_importing on incoming_mail (workspace_id, mode, mailbox_id, id) where status = 'importing'
