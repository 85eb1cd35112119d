import { NIL_UUID } from '@parley/runtime/records';
import type { EncryptedRows } from '../reencryption.ts';
import { systemStatement } from '../statements/statement.ts';
import { encryptionContext } from './idempotency.store.ts';

type Row = Record<'workspace_id' | 'mode' | 'credential_id' | 'key', string> & { encrypted: Buffer[] };

export const encryptedResponses: EncryptedRows<Row> = {
  type: 'idempotent_responses',
  select: systemStatement<Row>(
    'idempotency.encrypted',
    'the responses of all tenants are encrypted again',
    `select workspace_id::text, mode, credential_id, key, array[response] as encrypted from idempotency_key
      where (workspace_id, mode, credential_id, key) > ($1::uuid, $2, $3, $4)
        and response is not null and expires_at > now() and substring(response for length($5::bytea)) <> $5
      order by workspace_id, mode, credential_id, key limit $6`,
  ),
  update: systemStatement(
    'idempotency.reencrypt',
    'the responses of all tenants are encrypted again',
    `update idempotency_key set response = ($6::bytea[])[1]
      where workspace_id = $1::uuid and mode = $2 and credential_id = $3 and key = $4
        and response = ($5::bytea[])[1] returning 1 as updated`,
  ),
  firstKey: [NIL_UUID, '', '', ''],
  keyOf: (row) => [row.workspace_id, row.mode, row.credential_id, row.key],
  purposeOf: (row) => encryptionContext({ credentialId: row.credential_id, key: row.key }),
};
