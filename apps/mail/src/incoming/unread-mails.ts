import { Injectable } from '@nestjs/common';
import { Database } from '@parley/persistence';
import { Every } from '@parley/runtime/scheduling';
import { releaseAbandoned } from './imap/import.queries.ts';
import { retryWaitingForRoom } from './incoming-mails.queries.ts';
import { IncomingReader } from './incoming-reader.ts';

/** Has mails read that nobody would read: those for which their workspaces had no room, and those of imports that have ended. */
@Injectable()
export class UnreadMails {
  constructor(
    private readonly db: Database,
    private readonly reader: IncomingReader,
  ) {}

  @Every('1m', 'incoming_mail.read_what_is_left')
  async read(): Promise<void> {
    const retried = await this.db.system(retryWaitingForRoom);
    const released = await this.db.system(releaseAbandoned);
    if (retried.length + released.length > 0) this.reader.wake();
  }
}
