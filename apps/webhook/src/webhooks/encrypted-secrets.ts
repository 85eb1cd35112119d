import { systemStatement, type EncryptedRows } from '@parley/persistence';
import { NIL_UUID } from '@parley/runtime/records';
import { purposeOf } from './secrets.ts';

type Row = Record<'workspace_id' | 'mode' | 'id', string> & { encrypted: Buffer[] };

export const encryptedSecrets: EncryptedRows<Row> = {
  type: 'webhook_secrets',
  select: systemStatement<Row>(
    'webhook.encrypted',
    'the secrets of all tenants are encrypted again',
    `select workspace_id::text, mode, id::text, array_prepend(encrypted_secret, previous_secrets) as encrypted
       from webhook
      where (workspace_id, mode, id) > ($1::uuid, $2, $3::uuid)
        and exists (select from unnest(array_prepend(encrypted_secret, previous_secrets)) as secret
                     where substring(secret for length($4::bytea)) <> $4)
      order by workspace_id, mode, id limit $5`,
  ),
  update: systemStatement(
    'webhook.reencrypt',
    'the secrets of all tenants are encrypted again',
    `update webhook set encrypted_secret = ($5::bytea[])[1], previous_secrets = ($5::bytea[])[2:]
      where workspace_id = $1::uuid and mode = $2 and id = $3::uuid
        and array_prepend(encrypted_secret, previous_secrets) = $4::bytea[] returning 1 as updated`,
  ),
  firstKey: [NIL_UUID, '', NIL_UUID],
  keyOf: (row) => [row.workspace_id, row.mode, row.id],
  purposeOf: (row) => purposeOf(row.id),
};
