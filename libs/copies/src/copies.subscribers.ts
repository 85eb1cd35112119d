import { Injectable } from '@nestjs/common';
import { contactCreated, emailKey, userCreated, userUpdated, uuidOf, type EventOf } from '@parley/contracts';
import type { WorkspaceContext } from '@parley/kernel';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { keepContactCopy, keepUserCopy } from './copies.queries.ts';

@Injectable()
export class CopySubscribers {
  @On(contactCreated)
  async copyContactWhenCreated(event: EventOf<typeof contactCreated>, tx: Transaction): Promise<void> {
    const { id, name, email } = event.data;
    const key = email === null ? null : emailKey(email);
    await tx.query(keepContactCopy, [uuidOf('contact', id), name, email, key, event.sequence]);
  }

  @On([userCreated, userUpdated])
  async copyUserWhenChanged(
    event: EventOf<typeof userCreated> | EventOf<typeof userUpdated>,
    tx: Transaction<WorkspaceContext>,
  ): Promise<void> {
    const { id, name, status } = event.data;
    await tx.query(keepUserCopy, [uuidOf('user', id), name, status, event.sequence]);
  }
}
