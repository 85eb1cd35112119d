import { Injectable } from '@nestjs/common';
import {
  contactCreated,
  contactDeleted,
  contactUpdated,
  emailKey,
  userCreated,
  userUpdated,
  uuidOf,
  type EventOf,
} from '@parley/contracts';
import type { WorkspaceContext } from '@parley/kernel';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { keepContactCopy, keepUserCopy } from './projections.queries.ts';

/** The name that is shown in the place of a contact that is gone. */
const NOBODY = 'Deleted contact';

@Injectable()
export class CopySubscribers {
  @On([contactCreated, contactUpdated])
  async copyContactWhenChanged(
    event: EventOf<typeof contactCreated> | EventOf<typeof contactUpdated>,
    tx: Transaction,
  ): Promise<void> {
    const { id, name, email } = event.data;
    const key = email === null ? null : emailKey(email);
    await tx.query(keepContactCopy, [uuidOf('contact', id), name, email, key, false, event.sequence]);
  }

  @On(contactDeleted)
  async forgetContactWhenDeleted(event: EventOf<typeof contactDeleted>, tx: Transaction): Promise<void> {
    const id = uuidOf('contact', event.data.id);
    await tx.query(keepContactCopy, [id, NOBODY, null, null, true, event.sequence]);
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
