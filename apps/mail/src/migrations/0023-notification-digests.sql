alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (
  kind in ('invitation', 'password_reset', 'webhook_disabled', 'mailbox_disconnected', 'form_confirmation', 'notification_digest')
) not valid;
alter table notice validate constraint notice_kind_check;
