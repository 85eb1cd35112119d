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
    return this.#read(encrypted, purposeOf(id)) as Secrets;
  }

  encrypt(mailboxUuid: string, secrets: Secrets): Buffer | null {
    return this.#encrypt(secrets, purposeOf(mailboxUuid));
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
    return this.#read(encrypted, receivingPurposeOf(id)) as ReceivingSecret;
  }

  encryptReceiving(mailboxUuid: string, secret: ReceivingSecret): Buffer | null {
    return this.#encrypt(secret, receivingPurposeOf(mailboxUuid));
  }

  #read(encrypted: Buffer | null, purpose: string): unknown {
    const text = encrypted === null ? '{}' : this.encryptor.decrypt(encrypted, purpose).toString();
    return JSON.parse(text);
  }

  #encrypt(secrets: object, purpose: string): Buffer | null {
    if (Object.keys(secrets).length === 0) return null;
    return this.encryptor.encrypt(JSON.stringify(secrets), purpose);
  }
}

type Row = Record<'workspace_id' | 'mode' | 'id', string> & { encrypted: Buffer[] };

const KEYS: Pick<EncryptedRows<Row>, 'firstKey' | 'keyOf'> = {
  firstKey: [NIL_UUID, '', NIL_UUID],
  keyOf: (row) => [row.workspace_id, row.mode, row.id],
};

export const encryptedMailboxSecrets: EncryptedRows<Row> = {
  ...KEYS,
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
  purposeOf: (row) => purposeOf(row.id),
};

export const encryptedReceivingSecrets: EncryptedRows<Row> = {
  ...KEYS,
  type: 'mailbox_receiving_secrets',
  select: systemStatement<Row>(
    'mailbox_receiver.encrypted',
    'the secrets of all tenants are encrypted again',
    `select workspace_id::text, mode, id::text, array[encrypted_receiving_secret] as encrypted from mailbox
      where (workspace_id, mode, id) > ($1::uuid, $2, $3::uuid)
        and encrypted_receiving_secret is not null and substring(encrypted_receiving_secret for length($4::bytea)) <> $4
      order by workspace_id, mode, id limit $5`,
  ),
  update: systemStatement(
    'mailbox_receiver.reencrypt',
    'the secrets of all tenants are encrypted again',
    `update mailbox set encrypted_receiving_secret = ($5::bytea[])[1]
      where workspace_id = $1::uuid and mode = $2 and id = $3::uuid and array[encrypted_receiving_secret] = $4::bytea[]
      returning 1 as updated`,
  ),
  purposeOf: (row) => receivingPurposeOf(row.id),
};
