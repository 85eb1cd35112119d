import { Inject, Injectable } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { LOGGER, type Logger } from '@parley/kernel';
import { unsent, type Attempt } from '../sending/attempt.ts';
import { Sender, type SendRequest } from '../sending/sender.ts';
import { Secrets } from '../webhooks/secrets.ts';
import type { EndpointColumns } from './deliveries.queries.ts';

/** Sends in the name of a subscription. */
@Injectable()
export class SignedSender {
  constructor(
    @Inject(Sender) private readonly sender: Sender,
    @Inject(Secrets) private readonly secrets: Secrets,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes one attempt. A secret that cannot be read fails it like a receiver does: its key may come back. */
  async send(
    webhookId: string,
    endpoint: EndpointColumns,
    message: Omit<SendRequest, 'url' | 'keys'>,
  ): Promise<Attempt> {
    const keys = this.#keysOf(webhookId, endpoint);
    return keys === null
      ? unsent('secret_unreadable')
      : this.sender.send({ ...message, url: endpoint.url, keys });
  }

  /** Lets what runs come to its end and closes all connections. */
  close(): Promise<void> {
    return this.sender.close();
  }

  #keysOf(webhookId: string, endpoint: EndpointColumns): Buffer[] | null {
    try {
      return this.secrets.signingKeys(webhookId, endpoint);
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
