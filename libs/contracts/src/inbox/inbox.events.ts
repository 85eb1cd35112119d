import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { TeamId } from '../summaries.ts';

const Named = z.object({ id: idOf('inbox'), name: z.string().meta({ examples: ['Support'] }) });

/** An event for the audit log, as the following one. */
export const inboxCreated = defineEvent({
  type: 'inbox.created',
  tenancy: 'workspace',
  audience: 'bus',
  summary: 'An inbox was created; `data` contains its id and its name',
  data: Named,
});

export const inboxRenamed = defineEvent({
  type: 'inbox.renamed',
  tenancy: 'workspace',
  audience: 'bus',
  summary: 'An inbox was renamed; `data` contains its id and its new name',
  data: Named,
});

export const inboxTeamChanged = defineEvent({
  type: 'inbox.team_changed',
  tenancy: 'workspace',
  audience: 'bus',
  summary: 'An inbox was given to another team, or to none; `data` contains its id and the id of the team',
  data: z.object({ id: idOf('inbox'), team_id: TeamId }),
});

export const inboxDeleted = defineEvent({
  type: 'inbox.deleted',
  tenancy: 'workspace',
  audience: 'bus',
  summary: 'An inbox was deleted; `data` contains only its id',
  data: z.object({ id: idOf('inbox') }),
});
