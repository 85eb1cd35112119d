import { anyId, anyWord, defineList } from '@parley/lists';
import { Selection, tenantStatement, workspaceStatement } from '@parley/persistence';
import type { ImportColumns } from './import.rules.ts';
import { MailboxRow, type MailboxWithActivity } from './mailbox.entity.ts';

const MAILBOXES = Selection.of(MailboxRow).with<
  Pick<MailboxWithActivity, 'last_sent_at' | 'last_received_at'> & ImportColumns
>(
  `activity.last_sent_at, activity.last_received_at, past.since as import_since, past.imported as import_imported,
   past.uid_validity is not null as import_has_begun, past.completed_at as import_completed_at`,
  `left join mailbox_activity activity on activity.workspace_id = mailbox.workspace_id and activity.mode = mailbox.mode
     and activity.mailbox_id = mailbox.id
   left join mailbox_import past on past.workspace_id = mailbox.workspace_id and past.mode = mailbox.mode
     and past.mailbox_id = mailbox.id`,
);

const OF_TENANT = 'where mailbox.workspace_id = $1 and mailbox.mode = $2';

export const findMailbox = tenantStatement<MailboxWithActivity>(
  'mailbox.find',
  `${MAILBOXES.select()} ${OF_TENANT} and mailbox.id = $3`,
);

export const lockMailbox = {
  lock: tenantStatement<{ id: string }>(
    'mailbox.lock',
    'select id from mailbox where workspace_id = $1 and mode = $2 and id = any($3::uuid[]) order by id for update',
  ),
  read: tenantStatement<MailboxWithActivity>(
    'mailbox.read_locked',
    `${MAILBOXES.select()} ${OF_TENANT} and mailbox.id = any($3::uuid[])`,
  ),
};

/** Until the transaction ends: mailboxes of a tenant are created one after the other. */
export const lockMailboxes = tenantStatement<never>(
  'mailbox.lock_tenant',
  `select from pg_advisory_xact_lock(7311, hashtext(current_schema() || '/' || $1::uuid || '/' || $2))`,
);

export const countMailboxes = tenantStatement<{ count: number }>(
  'mailbox.count',
  'select count(*)::int as count from mailbox where workspace_id = $1 and mode = $2',
);

/** Takes addresses for a mailbox and gives up those that it has no more. Returns those that other mailboxes have. */
export const replaceAddresses = tenantStatement<{ key: string }>(
  'mailbox.replace_addresses',
  `with given as (select distinct unnest($4::text[]) as key),
   removed as (
     delete from mailbox_address where workspace_id = $1 and mode = $2 and mailbox_id = $3
       and key <> all ($4::text[])),
   added as (
     insert into mailbox_address (key, workspace_id, mode, mailbox_id)
     select key, $1, $2, $3 from given order by key on conflict (key) do nothing returning key)
   select key from given where key not in (select key from added)
      and not exists (select from mailbox_address a where a.key = given.key and a.workspace_id = $1 and a.mode = $2
                         and a.mailbox_id = $3)`,
);

export const deleteAddresses = tenantStatement<never>(
  'mailbox.delete_addresses',
  'delete from mailbox_address where workspace_id = $1 and mode = $2 and mailbox_id = $3',
);

/** Gives a mailbox the token of its URL in place of another one. */
export const setReceiver = tenantStatement<never>(
  'mailbox.set_receiver',
  `insert into mailbox_receiver (workspace_id, mode, mailbox_id, token) values ($1, $2, $3, $4)
   on conflict (workspace_id, mode, mailbox_id) do update set token = excluded.token`,
);

export const deleteReceiver = tenantStatement<never>(
  'mailbox.delete_receiver',
  'delete from mailbox_receiver where workspace_id = $1 and mode = $2 and mailbox_id = $3',
);

export const deleteActivity = tenantStatement<never>(
  'mailbox.delete_activity',
  'delete from mailbox_activity where workspace_id = $1 and mode = $2 and mailbox_id = $3',
);

/** Ends the pause of a mailbox, so that what waits is tried at once. */
export const resumeMailbox = tenantStatement<never>(
  'mailbox.resume',
  `insert into mailbox_activity (workspace_id, mode, mailbox_id) values ($1, $2, $3)
   on conflict (workspace_id, mode, mailbox_id) do update set failures = 0, paused_until = '-infinity'`,
);

/** Leases the access token of a mailbox for `$4` milliseconds; no row if another process has the lease. */
export const leaseToken = tenantStatement<{ until: string }>(
  'mailbox.lease_token',
  `insert into mailbox_activity as a (workspace_id, mode, mailbox_id, token_leased_until)
   select workspace_id, mode, id, now() + make_interval(secs => $4::double precision / 1000) from mailbox
    where workspace_id = $1 and mode = $2 and id = $3
   on conflict (workspace_id, mode, mailbox_id) do update set token_leased_until = excluded.token_leased_until
     where a.token_leased_until <= now()
   returning token_leased_until::text as until`,
);

/** Ends the lease that ends at `$4`, unless it has ended and another process has the next one. */
export const endTokenLease = tenantStatement<never>(
  'mailbox.end_token_lease',
  `update mailbox_activity set token_leased_until = '-infinity'
    where workspace_id = $1 and mode = $2 and mailbox_id = $3 and token_leased_until = $4::timestamptz`,
);

/** Those of both modes, whose inbox was deleted. */
export const findMailboxesOfInbox = workspaceStatement<{ id: string; mode: 'live' | 'test' }>(
  'mailbox.find_of_inbox',
  'select id, mode from mailbox where workspace_id = $1 and inbox_id = $2 order by id',
);

export const mailboxList = defineList<MailboxWithActivity>({
  name: 'mailbox.list',
  rows: MAILBOXES,
  sorts: { created_at: 'created_at', name: 'name_order' },
  filters: {
    status: anyWord('status'),
    inbox: anyId('inbox_id', 'inbox'),
  },
});
