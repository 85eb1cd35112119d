import { tenantStatement } from '@parley/persistence';
import { staysHeldBy } from '../fetching/lease.queries.ts';
import type { Place } from './delta.rules.ts';

const OF_MAILBOX = 'where workspace_id = $1 and mode = $2 and mailbox_id = $3';

export const findPlace = tenantStatement<Place>(
  'graph_inbox.find',
  `select account, delta_link, started_at, last_received_at from graph_inbox ${OF_MAILBOX}`,
);

/** Stores how far the inbox was read; no row without the lease of the process `$4`. */
export const storePlace = tenantStatement<{ mailbox_id: string }>(
  'graph_inbox.store',
  `insert into graph_inbox as g (workspace_id, mode, mailbox_id, account, delta_link, started_at, last_received_at)
   select $1, $2, $3, $5, $6, $7::timestamptz, $8::timestamptz where ${staysHeldBy('$4')}
   on conflict (workspace_id, mode, mailbox_id) do update
     set account = excluded.account, delta_link = excluded.delta_link, started_at = excluded.started_at,
         last_received_at = excluded.last_received_at
   returning g.mailbox_id`,
);

export const deletePlace = tenantStatement<never>(
  'graph_inbox.delete',
  `delete from graph_inbox ${OF_MAILBOX}`,
);
