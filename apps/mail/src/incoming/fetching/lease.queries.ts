import type { MailboxStatus, MailboxStatusReason, Mode } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';

const ALL_WORKSPACES = 'mailboxes of all workspaces are shared out among the processes';
const OF_MAILBOX = 'where workspace_id = $1 and mode = $2 and mailbox_id = $3';
/** The mailboxes whose mails are fetched: they alone say what becomes of a mail at its server after that. */
const IS_FETCHED = `m.transport ->> 'after_receiving' is not null and m.status <> 'disabled'`;

export interface LeasedMailbox {
  workspace_id: string;
  mode: Mode;
  mailbox_id: string;
}

/** Leases up to `$2` mailboxes that nobody fetches the mails of to the process `$1` for `$3` milliseconds. */
export const claimLeases = systemStatement<LeasedMailbox>(
  'fetching_lease.claim',
  ALL_WORKSPACES,
  `insert into fetching_lease as l (workspace_id, mode, mailbox_id, holder_id, leased_until)
   select m.workspace_id, m.mode, m.id, $1::uuid, now() + make_interval(secs => $3::double precision / 1000)
     from mailbox m
     left join fetching_lease h on h.workspace_id = m.workspace_id and h.mode = m.mode and h.mailbox_id = m.id
    where ${IS_FETCHED} and coalesce(h.leased_until, '-infinity') <= now()
    order by m.workspace_id, m.mode, m.id limit $2::integer
   on conflict (workspace_id, mode, mailbox_id) do update
     set holder_id = excluded.holder_id, leased_until = excluded.leased_until where l.leased_until <= now()
   returning l.workspace_id, l.mode, l.mailbox_id`,
);

export interface RenewedMailbox {
  mailbox_id: string;
  transport_version: number;
  status: MailboxStatus;
  /** It has an import that is not completed. */
  has_import: boolean;
}

/** Extends the leases of the process `$1`, except of mailboxes that were disabled, deleted or given another transport. */
export const renewLeases = systemStatement<RenewedMailbox>(
  'fetching_lease.renew',
  ALL_WORKSPACES,
  `update fetching_lease l set leased_until = now() + make_interval(secs => $2::double precision / 1000)
     from mailbox m
    where l.holder_id = $1 and l.mailbox_id = any($3::uuid[])
      and m.workspace_id = l.workspace_id and m.mode = l.mode and m.id = l.mailbox_id
      and ${IS_FETCHED}
   returning l.mailbox_id, m.transport_version, m.status,
     exists (select from mailbox_import i where i.workspace_id = l.workspace_id and i.mode = l.mode and i.mailbox_id = l.mailbox_id
                and i.completed_at is null) as has_import`,
);

export const releaseLeases = systemStatement<never>(
  'fetching_lease.release',
  ALL_WORKSPACES,
  `update fetching_lease set holder_id = null, leased_until = '-infinity' where holder_id = $1 and mailbox_id = any($2::uuid[])`,
);

interface Failed {
  failure: MailboxStatusReason;
}

/** Why the mails of the mailbox cannot be fetched; no row while they can. */
export const findFailure = tenantStatement<Failed>(
  'fetching_lease.find_failure',
  `select failure from fetching_lease ${OF_MAILBOX} and failure is not null`,
);

/** Notes why they cannot; no row if nobody fetches them, or if it is known: what a server says of it may be other words each time. */
export const noteFailure = tenantStatement<Failed>(
  'fetching_lease.note_failure',
  `update fetching_lease set failure = $4::jsonb
    ${OF_MAILBOX} and (failure is null or failure ->> 'code' <> $4::jsonb ->> 'code') returning failure`,
);

export const forgetFailure = tenantStatement<never>(
  'fetching_lease.forget_failure',
  `update fetching_lease set failure = null ${OF_MAILBOX} and failure is not null`,
);

export const deleteLease = tenantStatement<never>(
  'fetching_lease.delete',
  `delete from fetching_lease ${OF_MAILBOX}`,
);

const HELD = `select from fetching_lease l where l.workspace_id = $1 and l.mode = $2 and l.mailbox_id = $3 and l.leased_until > now()`;

/** The condition that the process of the parameter has the lease of the mailbox `$3`: what it knows of its place is true. */
export const isHeldBy = (holder: `$${number}`): string => `exists (${HELD} and l.holder_id = ${holder})`;

/** The same until the transaction ends: a place that is stored where none is must not follow the end of the lease. */
export const staysHeldBy = (holder: `$${number}`): string =>
  `exists (${HELD} and l.holder_id = ${holder} for share)`;
