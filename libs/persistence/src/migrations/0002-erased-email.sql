-- The hash of the e-mail address of an erased contact: by it a service finds what has the address and no contact yet.
alter table erasure add column email_hash bytea;
