-- migration: outside-transaction
create index concurrently incoming_mail_order on incoming_mail (workspace_id, mailbox_id, (reason is not null), id) where status = 'stored'
