import { Injectable } from '@nestjs/common';
import { teamDeleted, uuidOf, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import type { WorkspaceContext } from '@parley/runtime/context';
import { changeInbox } from './change-inbox.ts';
import { lockInboxesOfTeam } from './inboxes.queries.ts';

@Injectable()
export class InboxSubscribers {
  @On(teamDeleted)
  async takeInboxesFromTeamWhenDeleted(
    { data }: EventOf<typeof teamDeleted>,
    tx: Transaction<WorkspaceContext>,
  ) {
    const rows = await tx.lockAll(lockInboxesOfTeam, [uuidOf('team', data.id)]);
    // A row for each mode, which change together.
    for (const row of rows)
      if (row.mode === 'live') await changeInbox(tx, row, { name: row.name, team_id: null });
  }
}
