import { z } from 'zod';
import { integer, nullableString, string } from '../documented.ts';
import { idOf } from '../id.ts';
import { appName, ClientType, GracePeriod, OAuthApp } from '../oauth/oauth.commands.ts';
import { RedirectUriArray } from '../oauth/redirect-uri.ts';
import { noContent } from '../operation.ts';
import { Mode, Timestamp } from '../schema.ts';
import { SCOPES } from '../scope.ts';
import { CreatedWebhook } from '../webhook/webhook.calls.ts';
import { defineConsoleOperation, ReadVersion } from './console-operation.ts';
import { ChosenScopes } from './credential.operations.ts';

export const ConsoleApp = OAuthApp.extend({
  active_grants: integer('Number of grants that users have given it and not ended'),
  version: string('Changes with name, redirect URIs and scopes'),
});
export type ConsoleApp = z.output<typeof ConsoleApp>;

const AppParams = z.object({ app_id: idOf('app') });

export const listApps = defineConsoleOperation({
  id: 'app.list',
  route: 'GET /apps',
  roles: ['admin'],
  summary: 'List the OAuth apps of the workspace, oldest first',
  response: z.array(ConsoleApp),
});

export const createApp = defineConsoleOperation({
  id: 'app.create',
  route: 'POST /apps',
  status: 201,
  roles: ['admin'],
  summary: 'Create an OAuth app; the secret of a confidential one is shown only once',
  body: z.object({
    name: appName,
    redirect_uris: RedirectUriArray,
    scopes: ChosenScopes,
    client_type: ClientType.default('confidential'),
    mode: Mode.default('live'),
  }),
  response: z.object({
    client_id: idOf('app'),
    client_secret: nullableString('Returned only here; null for a public client'),
  }),
});

export const updateApp = defineConsoleOperation({
  id: 'app.update',
  route: 'PATCH /apps/{app_id}',
  roles: ['admin'],
  summary: 'Change name, redirect URIs or scopes of an OAuth app; its tokens lose removed scopes immediately',
  params: AppParams,
  body: z
    .object({ name: appName, redirect_uris: RedirectUriArray, scopes: ChosenScopes })
    .partial()
    .extend({ version: ReadVersion }),
  response: OAuthApp,
});

export const rotateAppSecret = defineConsoleOperation({
  id: 'app.rotate_secret',
  route: 'POST /apps/{app_id}/rotate-secret',
  roles: ['admin'],
  summary: 'Replace the secret of an OAuth app; the former one is accepted until the grace period ends',
  params: AppParams,
  body: z.object({ grace_period: GracePeriod.default('24h') }),
  response: z.object({
    client_id: idOf('app'),
    client_secret: string('Returned only here'),
    previous_secret_expires_at: Timestamp,
  }),
});

export const deleteApp = defineConsoleOperation({
  id: 'app.delete',
  route: 'DELETE /apps/{app_id}',
  roles: ['admin'],
  summary: 'Delete an OAuth app and revoke its grants and tokens immediately',
  params: AppParams,
  response: noContent,
});

/** An app that acts for the signed-in user, whatever the number of grants that they have given it. */
export const ConnectedApp = z.object({
  app_id: idOf('app'),
  name: z.string(),
  mode: Mode,
  scopes: z.array(z.enum(SCOPES)),
  connected_at: Timestamp,
  last_used_at: Timestamp.describe('Time of the last code or refresh of a grant'),
  webhooks: z
    .array(CreatedWebhook.pick({ id: true, mode: true }).extend({ host: z.string() }))
    .nullable()
    .describe(
      'Enabled webhooks that it created, which are disabled with it; null if they are unknown at present',
    ),
});
export type ConnectedApp = z.output<typeof ConnectedApp>;

export const listGrants = defineConsoleOperation({
  id: 'grant.list',
  route: 'GET /connected-apps',
  roles: 'all',
  summary: 'List the apps that act for the signed-in user, by name',
  response: z.array(ConnectedApp),
});

export const revokeGrants = defineConsoleOperation({
  id: 'grant.revoke',
  route: 'DELETE /connected-apps/{app_id}',
  roles: 'all',
  summary: 'End all grants of the signed-in user to an app, with its tokens',
  params: AppParams,
  response: noContent,
});
