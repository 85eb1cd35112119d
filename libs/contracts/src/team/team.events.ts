import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { Team } from './team.operations.ts';

const teamEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({ type, tenancy: 'workspace', audience: 'bus', summary, data: Team });

export const teamCreated = teamEvent('team.created', 'A team was created');
export const teamUpdated = teamEvent('team.updated', 'A team was updated');
export const teamDeleted = defineEvent({
  type: 'team.deleted',
  tenancy: 'workspace',
  audience: 'bus',
  summary: 'A team was deleted; `data` contains only its id',
  data: z.object({ id: idOf('team') }).describe('The deleted team'),
});

const memberEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({
    type,
    tenancy: 'workspace',
    audience: 'bus',
    summary,
    data: z.object({ id: idOf('team'), user_id: idOf('user') }),
  });

export const teamMemberAdded = memberEvent('team.member_added', 'A user joined a team');
export const teamMemberRemoved = memberEvent('team.member_removed', 'A user left a team');
