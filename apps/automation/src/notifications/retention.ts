import { Injectable } from '@nestjs/common';
import { NOTIFICATION_DAYS } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { deleteInBatches, Every } from '@parley/runtime/scheduling';
import { pruneNotifications } from './notifications.queries.ts';

/** Deletes notifications when they are old. */
@Injectable()
export class NotificationRetention {
  constructor(private readonly db: Database) {}

  @Every('1h', 'notification.prune')
  async prune(): Promise<void> {
    const before = new Date(Date.now() - NOTIFICATION_DAYS * 24 * 3_600_000);
    await deleteInBatches(() => this.db.system(pruneNotifications, [before]));
  }
}
