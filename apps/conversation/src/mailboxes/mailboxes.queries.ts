import { uuidOf, type Mailbox } from '@parley/contracts';
import { tenantStatement } from '@parley/persistence';

/** Only a newer event changes the projection. A mailbox fetched from its service has the lowest sequence. */
export const upsertMailbox = tenantStatement<never>(
  'mailbox_projection.upsert',
  `insert into mailbox_projection (workspace_id, mode, id, addresses, inbox_id, created_at, sequence)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (workspace_id, mode, id) do update
     set addresses = excluded.addresses, inbox_id = excluded.inbox_id, sequence = excluded.sequence
   where mailbox_projection.sequence < excluded.sequence`,
);

/** The values of {@link upsertMailbox}. */
export const projected = (mailbox: Mailbox, sequence: string): readonly unknown[] => [
  uuidOf('mailbox', mailbox.id),
  [mailbox.address, ...mailbox.aliases],
  mailbox.inbox_id === null ? null : uuidOf('inbox', mailbox.inbox_id),
  new Date(mailbox.created_at),
  sequence,
];

/** Waits for transactions that have found the mailbox; later ones do not find it. */
export const markMailboxDeleted = tenantStatement<never>(
  'mailbox_projection.mark_deleted',
  `insert into mailbox_projection (workspace_id, mode, id, addresses, created_at, deleted, sequence)
   values ($1, $2, $3, '{}', now(), true, $4)
   on conflict (workspace_id, mode, id) do update
     set addresses = '{}', inbox_id = null, deleted = true, sequence = excluded.sequence`,
);

export const findMailbox = tenantStatement<{ deleted: boolean }>(
  'mailbox_projection.find',
  'select deleted from mailbox_projection where workspace_id = $1 and mode = $2 and id = $3',
);

/** Until the end of the transaction, the mailbox that it finds is not deleted. */
export const holdMailbox = tenantStatement<{ id: string }>(
  'mailbox_projection.hold',
  `select id from mailbox_projection
    where workspace_id = $1 and mode = $2 and id = $3 and not deleted for share`,
);

/** As {@link holdMailbox}, the oldest mailbox of an inbox. */
export const holdMailboxOfInbox = tenantStatement<{ id: string }>(
  'mailbox_projection.hold_of_inbox',
  `select id from mailbox_projection
    where workspace_id = $1 and mode = $2 and inbox_id = $3 and not deleted order by created_at, id limit 1 for share`,
);

export const findOwnAddresses = tenantStatement<{ address: string }>(
  'mailbox_projection.find_addresses',
  `select unnest(addresses) as address from mailbox_projection
    where workspace_id = $1 and mode = $2 and not deleted`,
);
