-- Addresses and CIDRs from which the token may be used; null for any.
alter table token add column allowed_ips text[];
