import { Injectable } from '@nestjs/common';
import { Database } from '@parley/persistence';
import { Every } from '@parley/runtime/scheduling';
import { retryWaitingForRoom } from './incoming-mails.queries.ts';
import { IncomingReader } from './incoming-reader.ts';

/** Has mails read again for which their workspaces had no room. */
@Injectable()
export class WaitingForRoom {
  constructor(
    private readonly db: Database,
    private readonly reader: IncomingReader,
  ) {}

  @Every('1m', 'incoming_mail.retry_waiting_for_room')
  async retry(): Promise<void> {
    const retried = await this.db.system(retryWaitingForRoom);
    if (retried.length > 0) this.reader.wake();
  }
}
