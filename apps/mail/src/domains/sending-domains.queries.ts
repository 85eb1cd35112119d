import { defineList } from '@parley/lists';
import { Selection, systemStatement, tenantStatement, type EncryptedRows } from '@parley/persistence';
import { NIL_UUID } from '@parley/runtime/records';
import { SendingDomainRow } from './sending-domain.entity.ts';

const DOMAINS = Selection.of(SendingDomainRow);

export const purposeOf = (domainUuid: string): string => `sending_domain.key:${domainUuid}`;

export const findDomain = tenantStatement<SendingDomainRow>(
  'sending_domain.find',
  `${DOMAINS.select()} where workspace_id = $1 and mode = $2 and id = $3`,
);

export const lockDomain = tenantStatement<SendingDomainRow>(
  'sending_domain.lock',
  `${findDomain.text} for update`,
);

/** Until the transaction ends: domains of a tenant are created one after the other. */
export const lockDomains = tenantStatement<never>(
  'sending_domain.lock_tenant',
  `select from pg_advisory_xact_lock(7313, hashtext(current_schema() || '/' || $1::uuid || '/' || $2))`,
);

/** How many domains there are, and whether `$3` is one of them. */
export const countDomains = tenantStatement<{ count: number; exists: boolean }>(
  'sending_domain.count',
  `select count(*)::int as count, coalesce(bool_or(domain = $3), false) as exists
     from sending_domain where workspace_id = $1 and mode = $2`,
);

/**
 * The DNS has one key at the name of a domain `$3`: who proves to own it, as after a sale, disproves the workspace that was
 * verified before.
 */
export const disproveOthers = tenantStatement<never>(
  'sending_domain.disprove_others',
  `update sending_domain
      set status = 'failed', record_states = record_states || '{"dkim": "different"}', version = version + 1, updated_at = now()
    where domain = $3 and status = 'verified' and (workspace_id, mode) <> ($1, $2)`,
);

/** The verified one of the domains `$3`, which are a domain and those above it; the longest first. */
export const findVerified = tenantStatement<SendingDomainRow>(
  'sending_domain.find_verified',
  `${DOMAINS.select()} where workspace_id = $1 and mode = $2 and domain = any($3::text[]) and status = 'verified'
    order by length(domain) desc limit 1`,
);

export const domainList = defineList<SendingDomainRow>({
  name: 'sending_domain.list',
  rows: DOMAINS,
  sorts: { created_at: 'created_at' },
  filters: {},
});

type Row = Record<'workspace_id' | 'mode' | 'id', string> & { encrypted: Buffer[] };

export const encryptedDomainKeys: EncryptedRows<Row> = {
  type: 'dkim_keys',
  select: systemStatement<Row>(
    'sending_domain.encrypted',
    'the keys of all tenants are encrypted again',
    `select workspace_id::text, mode, id::text, array[encrypted_key] as encrypted from sending_domain
      where (workspace_id, mode, id) > ($1::uuid, $2, $3::uuid) and substring(encrypted_key for length($4::bytea)) <> $4
      order by workspace_id, mode, id limit $5`,
  ),
  update: systemStatement(
    'sending_domain.reencrypt',
    'the keys of all tenants are encrypted again',
    `update sending_domain set encrypted_key = ($5::bytea[])[1]
      where workspace_id = $1::uuid and mode = $2 and id = $3::uuid and array[encrypted_key] = $4::bytea[]
      returning 1 as updated`,
  ),
  firstKey: [NIL_UUID, '', NIL_UUID],
  keyOf: (row) => [row.workspace_id, row.mode, row.id],
  purposeOf: (row) => purposeOf(row.id),
};
