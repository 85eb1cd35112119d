import { Injectable } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { Encryptor } from '@parley/runtime/encryptor';
import { signingKey } from '../sending/signing.ts';
import type { WebhookRow } from './webhook.entity.ts';

/** Every delivery carries a signature per valid secret, so further rotations drop the oldest one early. */
const MAX_PREVIOUS_SECRETS = 2;
/** Shortest secret whose end is shown: the last four characters are half of one with 8. */
const HINT_MIN_LENGTH = 16;

export type SecretColumns = Pick<
  WebhookRow,
  'encrypted_secret' | 'secret_last4' | 'previous_secrets' | 'previous_secrets_until'
>;

@Injectable()
export class Secrets {
  constructor(private readonly encryptor: Encryptor) {}

  replaced(webhookUuid: string, secret: string): SecretColumns {
    return { ...this.#encrypt(webhookUuid, secret), previous_secrets: [], previous_secrets_until: [] };
  }

  /** Adds a secret; the current one also signs until `until`. */
  rotated(row: WebhookRow, secret: string, until: Date, now = new Date()): SecretColumns {
    const previous = [
      { encrypted: row.encrypted_secret, until },
      ...row.previous_secrets.map((encrypted, index) => ({
        encrypted,
        until: row.previous_secrets_until[index] ?? now,
      })),
    ]
      .filter((one) => one.until > now)
      .slice(0, MAX_PREVIOUS_SECRETS);
    return {
      ...this.#encrypt(row.id, secret),
      previous_secrets: previous.map((one) => one.encrypted),
      previous_secrets_until: previous.map((one) => one.until),
    };
  }

  /** The keys that sign now, the current one first, which must be readable. Throws `service_unavailable` without a key for one. */
  signingKeys(
    webhookUuid: string,
    columns: Pick<WebhookRow, 'encrypted_secret' | 'previous_secrets' | 'previous_secrets_until'>,
    now = new Date(),
  ): Buffer[] {
    const current = signingKey(this.#decrypt(webhookUuid, columns.encrypted_secret));
    const previous = columns.previous_secrets
      .filter((_, index) => (columns.previous_secrets_until[index] ?? now) > now)
      .map((encrypted) => this.#tryDecrypt(webhookUuid, encrypted))
      .filter((secret) => secret !== null);
    return [current, ...previous.map(signingKey)];
  }

  /** Compares after decryption, because encrypting a secret twice gives different results. */
  isSame(webhookUuid: string, encrypted: Buffer, secret: string): boolean {
    return this.#tryDecrypt(webhookUuid, encrypted) === secret;
  }

  #encrypt(webhookUuid: string, secret: string) {
    return {
      encrypted_secret: this.encryptor.encrypt(secret, purposeOf(webhookUuid)),
      secret_last4: secret.length < HINT_MIN_LENGTH ? null : secret.slice(-4),
    };
  }

  #tryDecrypt(webhookUuid: string, encrypted: Buffer): string | null {
    try {
      return this.#decrypt(webhookUuid, encrypted);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      return null;
    }
  }

  #decrypt(webhookUuid: string, encrypted: Buffer): string {
    return this.encryptor.decrypt(encrypted, purposeOf(webhookUuid)).toString();
  }
}

export function purposeOf(webhookUuid: string): string {
  return `webhook.secret:${webhookUuid}`;
}
