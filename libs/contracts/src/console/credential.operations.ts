import { z } from 'zod';
import { string } from '../documented.ts';
import { AddressRanges, credentialName, Grants, Lifetime, Scopes } from '../identity/identity.commands.ts';
import { idOf } from '../id.ts';
import { Mode, Timestamp } from '../schema.ts';
import { GRANTS } from '../scope.ts';
import { CreatedWebhook } from '../webhook/webhook.calls.ts';
import { defineConsoleOperation } from './console-operation.ts';

/** Names of scopes, at least one: a credential without any could call nothing but `GET /v1/me`. */
const names = z.array(z.string()).min(1, 'must not be empty').max(100);
export const ChosenScopes = names.pipe(Scopes);
const ChosenGrants = names.pipe(Grants);

/** What API keys and personal access tokens have in common in their lists, which never contain the token. */
export const listedCredential = {
  name: z.string(),
  scopes: z.array(z.enum(GRANTS)),
  last4: string('Last four characters of the token'),
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
};

export const ConsoleKey = z.object({
  id: idOf('key'),
  mode: Mode,
  ...listedCredential,
  allowed_ips: z
    .array(z.string())
    .nullable()
    .describe('Addresses and CIDRs from which it is accepted, or null for any'),
  created_by: z.object({ id: idOf('user'), name: z.string() }),
});
export type ConsoleKey = z.output<typeof ConsoleKey>;

export const listKeys = defineConsoleOperation({
  id: 'key.list',
  route: 'GET /keys',
  roles: ['admin'],
  summary: 'List the API keys of the workspace, newest first',
  description: 'Those that were revoked or expired more than 30 days ago are left out.',
  response: z.array(ConsoleKey),
});

export const createKey = defineConsoleOperation({
  id: 'key.create',
  route: 'POST /keys',
  status: 201,
  roles: ['admin'],
  summary: 'Create an API key; it is shown only once',
  body: z.object({
    name: credentialName,
    scopes: ChosenGrants,
    mode: Mode.default('live'),
    expires_in: Lifetime.default('none'),
    allow_ips: AddressRanges.min(1, 'must not be empty').nullable().default(null),
  }),
  response: z.object({
    id: idOf('key'),
    token: string('The API key, returned only here'),
    expires_at: Timestamp.nullable(),
  }),
});

export const revokeKey = defineConsoleOperation({
  id: 'key.revoke',
  route: 'POST /keys/{key_id}/revoke',
  roles: ['admin'],
  summary: 'Revoke an API key immediately; a repeat changes nothing',
  params: z.object({ key_id: idOf('key') }),
  response: z.object({
    id: idOf('key'),
    revoked_at: Timestamp,
    webhooks: z
      .array(CreatedWebhook.omit({ credential_id: true }))
      .nullable()
      .describe('Webhooks that it created, which stay; null if they are unknown at present'),
  }),
});

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
    scopes: ChosenGrants.describe('At most those that the role of the user allows, or `all`'),
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
