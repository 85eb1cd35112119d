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
import type { WorkspaceContext } from '@parley/runtime/context';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { upsertContactProjection, upsertUserProjection } from './projections.queries.ts';

const DELETED_CONTACT_NAME = 'Deleted contact';

@Injectable()
export class ProjectionSubscribers {
  @On([contactCreated, contactUpdated])
  async projectContactWhenChanged(
    event: EventOf<typeof contactCreated> | EventOf<typeof contactUpdated>,
    tx: Transaction,
  ) {
    const { id, name, email } = event.data;
    const key = email === null ? null : emailKey(email);
    await tx.query(upsertContactProjection, [uuidOf('contact', id), name, email, key, false, event.sequence]);
  }

  @On(contactDeleted)
  async anonymizeContactWhenDeleted(event: EventOf<typeof contactDeleted>, tx: Transaction) {
    const id = uuidOf('contact', event.data.id);
    await tx.query(upsertContactProjection, [id, DELETED_CONTACT_NAME, null, null, true, event.sequence]);
  }

  @On([userCreated, userUpdated])
  async projectUserWhenChanged(
    event: EventOf<typeof userCreated> | EventOf<typeof userUpdated>,
    tx: Transaction<WorkspaceContext>,
  ) {
    const { id, name, status } = event.data;
    await tx.query(upsertUserProjection, [uuidOf('user', id), name, status, event.sequence]);
  }
}
