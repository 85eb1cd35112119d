-- The process that fetches the mails of a mailbox, from an IMAP server or from Microsoft Graph.
alter table imap_lease rename to fetching_lease;
alter index imap_lease_pkey rename to fetching_lease_pkey;
alter index imap_lease_holder rename to fetching_lease_holder;
