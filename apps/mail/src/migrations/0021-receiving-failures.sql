-- Why the mails of a mailbox cannot be fetched, as the API shows it; null while they can be, as far as is known.
alter table fetching_lease add column failure jsonb;
update fetching_lease l set failure = m.status_reason || '{"affects": "receiving"}' from mailbox m
 where l.has_failed and m.workspace_id = l.workspace_id and m.mode = l.mode and m.id = l.mailbox_id;
alter table fetching_lease drop column has_failed;
update mailbox m set status_reason = coalesce(
  (select l.failure from fetching_lease l
    where l.workspace_id = m.workspace_id and l.mode = m.mode and l.mailbox_id = m.id),
  m.status_reason || '{"affects": "sending"}')
 where m.status_reason is not null;
