import { Inject, Injectable } from '@nestjs/common';
import { Encryptor } from '@parley/kernel';
import { signingKey } from '../sending/signing.ts';
import type { WebhookRow } from './webhook.entity.ts';

/** How many replaced secrets may sign at a time: who rotates thrice a day does not want the first one back. */
const RETIRED_MAX = 2;

/** The columns that hold the secrets of a subscription. */
export type SecretColumns = Pick<
  WebhookRow,
  'sealed_secret' | 'secret_last4' | 'retired_secrets' | 'retired_until'
>;

/** The secrets of subscriptions: encrypted at rest, each bound to its subscription. */
@Injectable()
export class Secrets {
  constructor(@Inject(Encryptor) private readonly sealer: Encryptor) {}

  /** The columns of a subscription that has this secret and no other: what it had signs nothing from now on. */
  only(webhookUuid: string, secret: string): SecretColumns {
    return { ...this.#sealed(webhookUuid, secret), retired_secrets: [], retired_until: [] };
  }

  /** The columns of a subscription that gets this secret, and whose present one signs beside it until `until`. */
  rotated(row: WebhookRow, secret: string, until: Date, now = new Date()): SecretColumns {
    const retired = [
      { sealed: row.sealed_secret, until },
      ...row.retired_secrets.map((sealed, index) => ({ sealed, until: row.retired_until[index] ?? now })),
    ]
      .filter((one) => one.until > now)
      .slice(0, RETIRED_MAX);
    return {
      ...this.#sealed(row.id, secret),
      retired_secrets: retired.map((one) => one.sealed),
      retired_until: retired.map((one) => one.until),
    };
  }

  /**
   * The keys that sign the deliveries of a subscription now, the present one first. Throws when that cannot be read; a
   * replaced one that cannot is left out.
   */
  signingKeys(
    webhookUuid: string,
    columns: Pick<WebhookRow, 'sealed_secret' | 'retired_secrets' | 'retired_until'>,
    now = new Date(),
  ): Buffer[] {
    const present = this.#key(webhookUuid, columns.sealed_secret);
    const retired = columns.retired_secrets.filter((_, index) => (columns.retired_until[index] ?? now) > now);
    return [present, ...retired.flatMap((sealed) => this.#keyIfReadable(webhookUuid, sealed))];
  }

  /** Whether a secret is the one that is stored: what was sealed twice differs all the same. */
  isSame(webhookUuid: string, sealed: Buffer, secret: string): boolean {
    try {
      return this.#open(webhookUuid, sealed) === secret;
    } catch {
      // It cannot be read any more, and is about to be replaced.
      return false;
    }
  }

  #sealed(webhookUuid: string, secret: string) {
    return {
      sealed_secret: this.sealer.encrypt(secret, aboutOf(webhookUuid)),
      secret_last4: secret.slice(-4),
    };
  }

  #keyIfReadable(webhookUuid: string, sealed: Buffer): Buffer[] {
    try {
      return [this.#key(webhookUuid, sealed)];
    } catch {
      return [];
    }
  }

  #key(webhookUuid: string, sealed: Buffer): Buffer {
    return signingKey(this.#open(webhookUuid, sealed));
  }

  #open(webhookUuid: string, sealed: Buffer): string {
    return this.sealer.decrypt(sealed, aboutOf(webhookUuid)).toString();
  }
}

function aboutOf(webhookUuid: string): string {
  return `webhook.secret:${webhookUuid}`;
}
