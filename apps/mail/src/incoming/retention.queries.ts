import type { Mode } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';
import { FORGOTTEN } from './incoming-mails.queries.ts';

/** Mails of a tenant, by their uuids. */
export interface ExpiredMails {
  workspace_id: string;
  mode: Mode;
  ids: string[];
}

const ALL_TENANTS = 'the mails of all tenants expire';

/** Mails that are no messages and that nothing has changed since `$1`, by tenant. */
export const findExpired = systemStatement<ExpiredMails>(
  'incoming_mail.find_expired',
  ALL_TENANTS,
  `select workspace_id, mode, array_agg(id) as ids from (
     select workspace_id, mode, id from incoming_mail
      where status not in ('stored', 'importing', 'delivered') and not is_forgotten and updated_at < $1
      order by updated_at limit 500) expired
    group by workspace_id, mode`,
);

export const forgetExpired = tenantStatement<{ message_id: string }>(
  'incoming_mail.forget_expired',
  `update incoming_mail set status = case status when 'ignored' then status else 'discarded' end, ${FORGOTTEN}
    where workspace_id = $1 and mode = $2 and id = any($3::uuid[]) and status not in ('stored', 'importing', 'delivered') and updated_at < $4
   returning message_id`,
);

/** Mails of which only the keys are left. */
export const pruneKeys = systemStatement<{ deleted: 1 }>(
  'incoming_mail.prune_keys',
  ALL_TENANTS,
  `delete from incoming_mail m using (
     select workspace_id, mode, id from incoming_mail where is_forgotten and updated_at < $1 order by updated_at limit 500) old
    where m.workspace_id = old.workspace_id and m.mode = old.mode and m.id = old.id returning 1 as deleted`,
);
