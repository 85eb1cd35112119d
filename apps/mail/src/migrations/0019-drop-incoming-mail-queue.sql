-- migration: outside-transaction
drop index concurrently if exists incoming_mail_queue
