import { Injectable } from '@nestjs/common';
import { Encryptor } from '@parley/runtime/encryptor';
import { systemStatement, type EncryptedRows } from '@parley/persistence';
import { NIL_UUID } from '@parley/runtime/records';
import type { MailboxRow } from './mailbox.entity.ts';
import type { ReceivingSecret } from './receiving.rules.ts';
import type { Secrets } from './transport.rules.ts';

const purposeOf = (mailboxUuid: string): string => `mailbox.secrets:${mailboxUuid}`;
const receivingPurposeOf = (mailboxUuid: string): string => `mailbox.receiving_secret:${mailboxUuid}`;

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

  /** Throws `service_unavailable` without the key that it was encrypted with. */
  readReceiving({
    id,
    encrypted_receiving_secret: encrypted,
  }: Pick<MailboxRow, 'id' | 'encrypted_receiving_secret'>): ReceivingSecret {
    if (encrypted === null) return {};
    return JSON.parse(
      this.encryptor.decrypt(encrypted, receivingPurposeOf(id)).toString(),
    ) as ReceivingSecret;
  }

  encryptReceiving(mailboxUuid: string, secret: ReceivingSecret): Buffer | null {
    if (Object.keys(secret).length === 0) return null;
    return this.encryptor.encrypt(JSON.stringify(secret), receivingPurposeOf(mailboxUuid));
  }
}

type Row = Record<'workspace_id' | 'mode' | 'id', string> & { encrypted: Buffer[] };

/** A column of mailboxes whose values are encrypted again. */
const encryptedColumn = (
  type: string,
  column: string,
  purpose: (mailboxUuid: string) => string,
): EncryptedRows<Row> => ({
  type,
  select: systemStatement<Row>(
    `${type}.encrypted`,
    'the secrets of all tenants are encrypted again',
    `select workspace_id::text, mode, id::text, array[${column}] as encrypted from mailbox
      where (workspace_id, mode, id) > ($1::uuid, $2, $3::uuid)
        and ${column} is not null and substring(${column} for length($4::bytea)) <> $4
      order by workspace_id, mode, id limit $5`,
  ),
  update: systemStatement(
    `${type}.reencrypt`,
    'the secrets of all tenants are encrypted again',
    `update mailbox set ${column} = ($5::bytea[])[1]
      where workspace_id = $1::uuid and mode = $2 and id = $3::uuid and array[${column}] = $4::bytea[]
      returning 1 as updated`,
  ),
  firstKey: [NIL_UUID, '', NIL_UUID],
  keyOf: (row) => [row.workspace_id, row.mode, row.id],
  purposeOf: (row) => purpose(row.id),
});

export const encryptedMailboxSecrets = encryptedColumn('mailbox_secrets', 'encrypted_secrets', purposeOf);
export const encryptedReceivingSecrets = encryptedColumn(
  'mailbox_receiving_secrets',
  'encrypted_receiving_secret',
  receivingPurposeOf,
);
