-- Until when sign-ins of a subject have to wait; null while they need not.
alter table login_failure add column blocked_until timestamptz;
