import { Inject, Injectable } from '@nestjs/common';
import { Sealer } from '@parley/kernel';
import { signingKey } from '../sending/signing.ts';

/** The secrets of subscriptions: encrypted at rest, each bound to its subscription. */
@Injectable()
export class Secrets {
  constructor(@Inject(Sealer) private readonly sealer: Sealer) {}

  seal(webhookUuid: string, secret: string): Buffer {
    return this.sealer.seal(secret, aboutOf(webhookUuid));
  }

  /** The key that signs the deliveries of a subscription. */
  signingKey(webhookUuid: string, sealed: Buffer): Buffer {
    return signingKey(this.#open(webhookUuid, sealed));
  }

  /** Whether a secret is the one that is stored: what was sealed twice differs all the same. */
  isSame(webhookUuid: string, sealed: Buffer, secret: string): boolean {
    return this.#open(webhookUuid, sealed) === secret;
  }

  #open(webhookUuid: string, sealed: Buffer): string {
    return this.sealer.open(sealed, aboutOf(webhookUuid)).toString();
  }
}

function aboutOf(webhookUuid: string): string {
  return `webhook.secret:${webhookUuid}`;
}
