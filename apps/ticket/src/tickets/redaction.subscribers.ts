import { Injectable } from '@nestjs/common';
import { messageRedacted, type EventOf } from '@parley/contracts';
import { On, redactDeadLetters } from '@parley/events';
import { IdempotencyStore, type Transaction } from '@parley/persistence';

@Injectable()
export class RedactionSubscribers {
  constructor(private readonly idempotency: IdempotencyStore) {}

  /** A message that was written to a ticket is stored as the response to that request. */
  @On(messageRedacted)
  async replaceCopiesWhenMessageIsRedacted({ data }: EventOf<typeof messageRedacted>, tx: Transaction) {
    await this.idempotency.replace(tx, data.conversation_id, data);
    await redactDeadLetters(tx, data);
  }
}
