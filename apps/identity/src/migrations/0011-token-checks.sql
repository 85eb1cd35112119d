alter table token validate constraint token_kind_check;
alter table token validate constraint token_session_check;
