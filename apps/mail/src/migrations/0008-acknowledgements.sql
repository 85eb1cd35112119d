alter table mailbox
  -- Whether the first mail of a conversation gets an automatic answer, and with which text: {enabled, text}.
  add column acknowledgement jsonb not null default '{"enabled": false, "text": null}';

-- What became of the acknowledgement: {status, reason}; null if none was due.
alter table incoming_mail add column acknowledgement jsonb;

alter table outgoing_mail
  -- The message of an acknowledgement is the one that it answers.
  add column kind text not null default 'message' check (kind in ('message', 'acknowledgement')),
  -- The Message-ID of the mail that an acknowledgement answers; null without one.
  add column in_reply_to text;
