import { Inject, Injectable } from '@nestjs/common';
import { Encryptor } from '@parley/kernel';
import { signingKey } from '../sending/signing.ts';
import type { WebhookRow } from './webhook.entity.ts';

/** Further rotations drop the oldest secret early: every delivery carries a signature of each. */
const RETIRED_MAX = 2;

export type SecretColumns = Pick<
  WebhookRow,
  'encrypted_secret' | 'secret_last4' | 'retired_secrets' | 'retired_until'
>;

/** Signing secrets, encrypted at rest and bound to their subscription. */
@Injectable()
export class Secrets {
  constructor(@Inject(Encryptor) private readonly encryptor: Encryptor) {}

  /** Replaces all secrets of a subscription, with immediate effect. */
  replaced(webhookUuid: string, secret: string): SecretColumns {
    return { ...this.#encrypt(webhookUuid, secret), retired_secrets: [], retired_until: [] };
  }

  /** Adds a secret; the current one also signs until `until`. */
  rotated(row: WebhookRow, secret: string, until: Date, now = new Date()): SecretColumns {
    const retired = [
      { encrypted: row.encrypted_secret, until },
      ...row.retired_secrets.map((encrypted, index) => ({
        encrypted,
        until: row.retired_until[index] ?? now,
      })),
    ]
      .filter((one) => one.until > now)
      .slice(0, RETIRED_MAX);
    return {
      ...this.#encrypt(row.id, secret),
      retired_secrets: retired.map((one) => one.encrypted),
      retired_until: retired.map((one) => one.until),
    };
  }

  /**
   * The keys that sign deliveries now, the current one first. Throws if the current secret cannot be decrypted; retired
   * secrets that cannot be are left out.
   */
  signingKeys(
    webhookUuid: string,
    columns: Pick<WebhookRow, 'encrypted_secret' | 'retired_secrets' | 'retired_until'>,
    now = new Date(),
  ): Buffer[] {
    const current = signingKey(this.#decrypt(webhookUuid, columns.encrypted_secret));
    const retired = columns.retired_secrets
      .filter((_, index) => (columns.retired_until[index] ?? now) > now)
      .map((encrypted) => this.#tryDecrypt(webhookUuid, encrypted))
      .filter((secret) => secret !== null);
    return [current, ...retired.map(signingKey)];
  }

  /** Compares after decryption, because encrypting a secret twice gives different results. */
  isSame(webhookUuid: string, encrypted: Buffer, secret: string): boolean {
    return this.#tryDecrypt(webhookUuid, encrypted) === secret;
  }

  #encrypt(webhookUuid: string, secret: string) {
    return {
      encrypted_secret: this.encryptor.encrypt(secret, purposeOf(webhookUuid)),
      secret_last4: secret.slice(-4),
    };
  }

  #tryDecrypt(webhookUuid: string, encrypted: Buffer): string | null {
    try {
      return this.#decrypt(webhookUuid, encrypted);
    } catch {
      return null;
    }
  }

  #decrypt(webhookUuid: string, encrypted: Buffer): string {
    return this.encryptor.decrypt(encrypted, purposeOf(webhookUuid)).toString();
  }
}

function purposeOf(webhookUuid: string): string {
  return `webhook.secret:${webhookUuid}`;
}
