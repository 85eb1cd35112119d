import { Inject, Injectable } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { LOGGER, type Logger } from '@parley/kernel';
import { unsent, type Attempt } from '../sending/attempt.ts';
import { Sender, type SendRequest } from '../sending/sender.ts';
import { Secrets } from '../webhooks/secrets.ts';

/** Where a delivery goes, and with whose secret it is signed. */
export interface Target {
  webhookId: string;
  url: string;
  sealedSecret: Buffer;
}

/** Sends in the name of a subscription. */
@Injectable()
export class SignedSender {
  constructor(
    @Inject(Sender) private readonly sender: Sender,
    @Inject(Secrets) private readonly secrets: Secrets,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes one attempt. A secret that cannot be read fails it like a receiver does: its key may come back. */
  async send(target: Target, message: Omit<SendRequest, 'url' | 'keys'>): Promise<Attempt> {
    const key = this.#keyOf(target);
    return key === null
      ? unsent('secret_unreadable')
      : this.sender.send({ ...message, url: target.url, keys: [key] });
  }

  /** Lets what runs come to its end and closes all connections. */
  close(): Promise<void> {
    return this.sender.close();
  }

  #keyOf({ webhookId, sealedSecret }: Target): Buffer | null {
    try {
      return this.secrets.signingKey(webhookId, sealedSecret);
    } catch (error) {
      const webhook = encodeId('webhook', webhookId);
      this.logger.error(
        { err: error, webhook_id: webhook },
        'secret not readable: ENCRYPTION_KEYS lacks its key',
      );
      return null;
    }
  }
}
