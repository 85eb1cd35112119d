import { Injectable } from '@nestjs/common';
import { Encryptor } from '@parley/runtime/encryptor';
import { systemStatement, type EncryptedRows } from '@parley/persistence';
import { NIL_UUID } from '@parley/runtime/records';
import type { MailboxRow } from './mailbox.entity.ts';
import type { Secrets } from './transport.rules.ts';

const purposeOf = (mailboxUuid: string): string => `mailbox.secrets:${mailboxUuid}`;

/** The secrets of mailboxes, which are stored encrypted. */
@Injectable()
export class Credentials {
  constructor(private readonly encryptor: Encryptor) {}

  /** Throws `service_unavailable` without the key that they were encrypted with. */
  read({ id, encrypted_secrets: encrypted }: Pick<MailboxRow, 'id' | 'encrypted_secrets'>): Secrets {
    if (encrypted === null) return {};
    return JSON.parse(this.encryptor.decrypt(encrypted, purposeOf(id)).toString()) as Secrets;
  }

  encrypt(mailboxUuid: string, secrets: Secrets): Buffer | null {
    if (Object.keys(secrets).length === 0) return null;
    return this.encryptor.encrypt(JSON.stringify(secrets), purposeOf(mailboxUuid));
  }

  /** The secrets as they are stored without the access token, which then is replaced before the next mail. */
  withoutAccessToken(mailbox: Pick<MailboxRow, 'id' | 'encrypted_secrets'>): Buffer | null {
    const { access_token: _, access_expires_at: _expiresAt, ...others } = this.read(mailbox);
    return this.encrypt(mailbox.id, others);
  }
}

type Row = Record<'workspace_id' | 'mode' | 'id', string> & { encrypted: Buffer[] };

export const encryptedMailboxSecrets: EncryptedRows<Row> = {
  type: 'mailbox_secrets',
  select: systemStatement<Row>(
    'mailbox.encrypted',
    'the secrets of all tenants are encrypted again',
    `select workspace_id::text, mode, id::text, array[encrypted_secrets] as encrypted from mailbox
      where (workspace_id, mode, id) > ($1::uuid, $2, $3::uuid)
        and encrypted_secrets is not null and substring(encrypted_secrets for length($4::bytea)) <> $4
      order by workspace_id, mode, id limit $5`,
  ),
  update: systemStatement(
    'mailbox.reencrypt',
    'the secrets of all tenants are encrypted again',
    `update mailbox set encrypted_secrets = ($5::bytea[])[1]
      where workspace_id = $1::uuid and mode = $2 and id = $3::uuid and array[encrypted_secrets] = $4::bytea[]
      returning 1 as updated`,
  ),
  firstKey: [NIL_UUID, '', NIL_UUID],
  keyOf: (row) => [row.workspace_id, row.mode, row.id],
  purposeOf: (row) => purposeOf(row.id),
};
