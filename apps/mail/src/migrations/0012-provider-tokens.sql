-- Mailgun signs a token, not the mail: each one stands for one mail of a workspace, whatever mailbox a request names.
create unique index incoming_mail_token_once on incoming_mail (workspace_id, mode, transport_key) where transport_key like 'mailgun:%';
