-- Every key contains the workspace, so that each table can be partitioned by it (docs/scaling.md). Ids and hashes are random,
-- so nothing depends on their being unique in all workspaces; the indexes still find a row by them alone.
alter table member drop constraint member_id_key;
create index member_of_id on member (id);

alter table token drop constraint token_id_key;
create index token_of_id on token (id);
alter table token drop constraint token_token_hash_key;
alter table token add constraint token_of_hash unique (token_hash, workspace_id);

alter table oauth_app drop constraint oauth_app_id_key;
create index oauth_app_of_id on oauth_app (id);
-- Nothing finds a grant by its id alone.
alter table oauth_grant drop constraint oauth_grant_id_key;

alter table oauth_code drop constraint oauth_code_pkey;
alter table oauth_code add primary key (code_hash, workspace_id);
alter table refresh_token drop constraint refresh_token_pkey;
alter table refresh_token add primary key (token_hash, workspace_id);

-- A consent request refers to a session and an app of its own workspace.
alter table consent_request drop constraint consent_request_pkey;
alter table consent_request add primary key (id_hash, workspace_id);
alter table consent_request drop constraint consent_request_session_hash_fkey;
alter table login_session drop constraint login_session_pkey;
alter table login_session add primary key (id_hash, workspace_id);
alter table consent_request add foreign key (session_hash, workspace_id) references login_session on delete cascade;
alter table consent_request add foreign key (workspace_id, app_id) references oauth_app;

alter table credential_address drop constraint credential_address_pkey;
alter table credential_address add primary key (workspace_id, credential_id, address);
