import { tenantStatement } from '@parley/persistence';
import type { ProbeRow } from './probe.rules.ts';

const COLUMNS = `token, plus_token, mail_id, plus_mail_id, started_at, deadline_at, arrived_at, has_message_id, has_references,
  authentication, plus_arrived_at, is_plus_refused, worked_before`;

export const findProbe = tenantStatement<ProbeRow>(
  'mailbox_probe.find',
  `select ${COLUMNS} from mailbox_probe where workspace_id = $1 and mode = $2 and mailbox_id = $3`,
);

/** Begins a probe, with what the one before has found out of subaddresses; no row if one began in the last minute. */
export const startProbe = tenantStatement<ProbeRow>(
  'mailbox_probe.start',
  `insert into mailbox_probe as p (workspace_id, mode, mailbox_id, token, plus_token, mail_id, plus_mail_id, started_at, deadline_at)
   values ($1, $2, $3, $4, $5, $6, $7, now(), now() + interval '2 minutes')
   on conflict (workspace_id, mode, mailbox_id) do update set
     worked_before = case
       when p.plus_arrived_at is not null then true
       when p.is_plus_refused or p.arrived_at is not null and p.deadline_at <= now() then false
       else p.worked_before end,
     token = excluded.token, plus_token = excluded.plus_token, mail_id = excluded.mail_id, plus_mail_id = excluded.plus_mail_id,
     started_at = excluded.started_at, deadline_at = excluded.deadline_at,
     arrived_at = null, has_message_id = null, has_references = null, authentication = null, plus_arrived_at = null,
     is_plus_refused = false
     where p.started_at <= now() - interval '1 minute'
   returning ${COLUMNS}`,
);

/** Ends what is left of a probe whose mails could not be sent. */
export const endProbe = tenantStatement<never>(
  'mailbox_probe.end',
  `update mailbox_probe set deadline_at = now() where workspace_id = $1 and mode = $2 and mailbox_id = $3 and token = $4`,
);

/** The mail to the address has come back. */
export const storeArrival = tenantStatement<{ found: 1 }>(
  'mailbox_probe.store_arrival',
  `update mailbox_probe set arrived_at = coalesce(arrived_at, now()), has_message_id = $5, has_references = $6, authentication = $7::jsonb
    where workspace_id = $1 and mode = $2 and mailbox_id = $3 and token = $4 returning 1 as found`,
);

/** The mail to a subaddress has come back. */
export const storePlusArrival = tenantStatement<{ found: 1 }>(
  'mailbox_probe.store_plus_arrival',
  `update mailbox_probe set plus_arrived_at = coalesce(plus_arrived_at, now())
    where workspace_id = $1 and mode = $2 and mailbox_id = $3 and plus_token = $4 returning 1 as found`,
);

/** A server does not deliver the mail to a subaddress, whose Message-ID is one of `$4`. */
export const refusePlus = tenantStatement<{ found: 1 }>(
  'mailbox_probe.refuse_plus',
  `update mailbox_probe set is_plus_refused = true
    where workspace_id = $1 and mode = $2 and mailbox_id = $3 and plus_mail_id = any($4::text[]) returning 1 as found`,
);

export const deleteProbe = tenantStatement<never>(
  'mailbox_probe.delete',
  'delete from mailbox_probe where workspace_id = $1 and mode = $2 and mailbox_id = $3',
);
