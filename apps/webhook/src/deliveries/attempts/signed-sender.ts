import { Inject, Injectable } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { notSent } from '../../sending/attempt.ts';
import { Sender, type SendRequest } from '../../sending/sender.ts';
import { Secrets } from '../../webhooks/secrets.ts';
import type { EndpointColumns } from '../queue/deliveries.queries.ts';

@Injectable()
export class SignedSender {
  constructor(
    private readonly sender: Sender,
    private readonly secrets: Secrets,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A secret that cannot be decrypted is a failed attempt, which is retried: its key may be restored. */
  async send(webhookId: string, endpoint: EndpointColumns, message: Omit<SendRequest, 'url' | 'keys'>) {
    let keys: Buffer[];
    try {
      keys = this.secrets.signingKeys(webhookId, endpoint);
    } catch (error) {
      this.logger.error(
        { event: 'webhook.secret.unreadable', err: error, webhook_id: encodeId('webhook', webhookId) },
        'Cannot decrypt the secret: its key is missing from ENCRYPTION_KEYS',
      );
      return notSent('secret_unreadable');
    }
    return this.sender.send({ ...message, url: endpoint.url, keys });
  }

  close(): Promise<void> {
    return this.sender.close();
  }
}
