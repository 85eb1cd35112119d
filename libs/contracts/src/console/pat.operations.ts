import { z } from 'zod';
import { string } from '../documented.ts';
import { credentialName } from '../identity/identity.commands.ts';
import { idOf } from '../id.ts';
import { Timestamp } from '../schema.ts';
import { defineConsoleOperation } from './console-operation.ts';
import { ChosenScopes, listedCredential } from './key.operations.ts';

export const ConsolePat = z.object({ id: idOf('pat'), ...listedCredential });
export type ConsolePat = z.output<typeof ConsolePat>;

export const listPats = defineConsoleOperation({
  id: 'pat.list',
  route: 'GET /personal-access-tokens',
  roles: 'all',
  summary: 'List the personal access tokens of the signed-in user, newest first',
  description: 'Those that were revoked or expired more than 30 days ago are left out.',
  response: z.array(ConsolePat),
});

export const createPat = defineConsoleOperation({
  id: 'pat.create',
  route: 'POST /personal-access-tokens',
  status: 201,
  roles: 'all',
  summary: 'Create a personal access token of the signed-in user; it is shown only once',
  body: z.object({
    name: credentialName,
    scopes: ChosenScopes.describe('At most those that the role of the user allows'),
    expires_in: z.enum(['7d', '30d', '90d', 'none']).default('30d'),
  }),
  response: z.object({
    id: idOf('pat'),
    token: string('The token, returned only here'),
    expires_at: Timestamp.nullable(),
  }),
});

export const revokePat = defineConsoleOperation({
  id: 'pat.revoke',
  route: 'POST /personal-access-tokens/{pat_id}/revoke',
  roles: 'all',
  summary: 'Revoke a personal access token of the signed-in user; a repeat changes nothing',
  params: z.object({ pat_id: idOf('pat') }),
  response: z.object({ id: idOf('pat'), revoked_at: Timestamp }),
});
