import { Injectable } from '@nestjs/common';
import { messageRedacted, type EventOf } from '@parley/contracts';
import { On, redactPublished } from '@parley/events';
import { DEFAULT_DEADLINE_MS } from '@parley/runtime/context';
import { firstUuidAt } from '@parley/runtime/records';
import { Database, type Transaction } from '@parley/persistence';

/** The most by which the clocks of two processes differ. */
const CLOCKS_DIFFER_MS = 60_000;
/** Time of one run: a longer one would be retried while it still runs. */
const TIME_MAX_MS = 20_000;

@Injectable()
export class RedactionSubscribers {
  constructor(private readonly db: Database) {}

  /** Uses a transaction for each page, because a message may be older than any number of events. */
  @On(messageRedacted)
  async erasePublishedEventsWhenMessageIsRedacted(
    { data }: EventOf<typeof messageRedacted>,
    { ctx }: Transaction,
  ) {
    const until = Date.now() + TIME_MAX_MS;
    let after: string | null = firstUuidAt(new Date(Date.parse(data.created_at) - CLOCKS_DIFFER_MS));
    while (after !== null) {
      if (Date.now() > until) throw new Error('there are more events than can be read at once');
      const behind: string = after;
      const batch = { ...ctx, deadline: Date.now() + DEFAULT_DEADLINE_MS };
      after = await this.db.transaction(batch, (tx) => redactPublished(tx, data, behind));
    }
  }
}
