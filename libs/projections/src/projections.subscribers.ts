import { Injectable } from '@nestjs/common';
import {
  contactCreated,
  contactDeleted,
  contactUpdated,
  teamCreated,
  teamDeleted,
  teamUpdated,
  userCreated,
  userUpdated,
  uuidOf,
  type EventOf,
} from '@parley/contracts';
import type { WorkspaceContext } from '@parley/runtime/context';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import {
  deleteTeamProjection,
  projected,
  upsertContactProjection,
  upsertTeamProjection,
  upsertUserProjection,
} from './projections.queries.ts';

const DELETED_CONTACT_NAME = 'Deleted contact';

@Injectable()
export class ProjectionSubscribers {
  @On([contactCreated, contactUpdated])
  async projectContactWhenChanged(
    event: EventOf<typeof contactCreated> | EventOf<typeof contactUpdated>,
    tx: Transaction,
  ) {
    const { id, ...contact } = event.data;
    await tx.query(upsertContactProjection, [
      ...projected({ ...contact, id: uuidOf('contact', id) }),
      false,
      event.sequence,
    ]);
  }

  @On(contactDeleted)
  async anonymizeContactWhenDeleted(event: EventOf<typeof contactDeleted>, tx: Transaction) {
    const id = uuidOf('contact', event.data.id);
    const nobody = { id, name: DELETED_CONTACT_NAME, email: null, phone: null, phone_e164: null };
    await tx.query(upsertContactProjection, [...projected(nobody), true, event.sequence]);
  }

  @On([userCreated, userUpdated])
  async projectUserWhenChanged(
    event: EventOf<typeof userCreated> | EventOf<typeof userUpdated>,
    tx: Transaction<WorkspaceContext>,
  ) {
    const { id, name, status } = event.data;
    await tx.query(upsertUserProjection, [uuidOf('user', id), name, status, event.sequence]);
  }

  @On([teamCreated, teamUpdated])
  async projectTeamWhenChanged(
    event: EventOf<typeof teamCreated> | EventOf<typeof teamUpdated>,
    tx: Transaction<WorkspaceContext>,
  ) {
    const { id, name } = event.data;
    await tx.query(upsertTeamProjection, [uuidOf('team', id), name, event.sequence]);
  }

  @On(teamDeleted)
  async forgetTeamWhenDeleted(event: EventOf<typeof teamDeleted>, tx: Transaction<WorkspaceContext>) {
    await tx.query(deleteTeamProjection, [uuidOf('team', event.data.id), event.sequence]);
  }
}
