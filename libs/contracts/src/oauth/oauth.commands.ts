import { z } from 'zod';
import { parseDuration } from '../duration.ts';
import { ScopeList } from '../identity/identity.commands.ts';
import { idOf } from '../id.ts';
import { defineCommand } from '../call.ts';
import { Mode, nameText, Timestamp } from '../schema.ts';
import { SCOPES } from '../scope.ts';
import { RedirectUris } from './redirect-uri.ts';

const GRACE_MAX_MS = 30 * 86_400_000;

export const GracePeriod = z
  .string()
  .refine((text) => {
    const ms = parseDuration(text);
    return ms !== null && ms <= GRACE_MAX_MS;
  }, 'must be a duration like 24h or 0s, at most 30d')
  .meta({
    description: 'Time for which the former secret is still accepted, at most 30d; 0s refuses it immediately',
    examples: ['24h'],
  });

/** Confidential clients keep a secret; public ones, such as apps on devices and in browsers, cannot, and must use PKCE. */
export const ClientType = z
  .enum(['confidential', 'public'])
  .describe('Whether the app can keep a secret; a public one cannot, and must use PKCE');
export type ClientType = z.output<typeof ClientType>;

export const appName = nameText(255).describe('Name that users see when they approve the app');

export const OAuthApp = z.object({
  client_id: idOf('app'),
  name: z.string(),
  client_type: ClientType,
  mode: Mode,
  redirect_uris: z.array(z.string()),
  scopes: z.array(z.enum(SCOPES)),
  created_at: Timestamp,
});

export const createOAuthApp = defineCommand({
  id: 'app.create',
  command: 'oauth-app:create',
  summary: 'Create an OAuth app for a workspace; the secret of a confidential one is printed only once',
  input: z.object({
    workspace: idOf('workspace'),
    name: appName,
    redirect_uri: RedirectUris,
    scopes: ScopeList,
    client_type: ClientType.default('confidential'),
    mode: Mode.default('live'),
  }),
  /** A public client has no secret. */
  output: z.object({ client_id: idOf('app'), client_secret: z.string().nullable() }),
  example: {
    workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41',
    name: 'My app',
    redirect_uri: 'http://localhost:4001/callback',
    scopes: 'tickets:read',
  },
});

export const listOAuthApps = defineCommand({
  id: 'app.list',
  command: 'oauth-app:list',
  summary: 'List the OAuth apps of a workspace',
  input: z.object({ workspace: idOf('workspace') }),
  output: z.object({ apps: z.array(OAuthApp.extend({ active_grants: z.int() })) }),
  example: { workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41' },
});

export const updateOAuthApp = defineCommand({
  id: 'app.update',
  command: 'oauth-app:update',
  summary: 'Change name, redirect URIs or scopes of an OAuth app; its tokens lose removed scopes immediately',
  input: z.object({
    id: idOf('app'),
    name: appName.optional(),
    redirect_uri: RedirectUris.optional(),
    scopes: ScopeList.optional(),
  }),
  output: OAuthApp,
  example: { id: 'app_01h2xcejqtf2nbrexx3vqjhp41', redirect_uri: 'https://app.example.com/callback' },
});

export const rotateOAuthAppSecret = defineCommand({
  id: 'app.rotate_secret',
  command: 'oauth-app:rotate-secret',
  summary:
    'Replace the secret of an OAuth app, which is accepted until the grace period ends; the new one is printed once',
  input: z.object({ id: idOf('app'), grace_period: GracePeriod.default('24h') }),
  output: z.object({
    client_id: idOf('app'),
    client_secret: z.string(),
    previous_secret_expires_at: Timestamp,
  }),
  example: { id: 'app_01h2xcejqtf2nbrexx3vqjhp41' },
});

export const deleteOAuthApp = defineCommand({
  id: 'app.delete',
  command: 'oauth-app:delete',
  summary: 'Delete an OAuth app and revoke its tokens immediately',
  input: z.object({ id: idOf('app') }),
  output: z.object({ client_id: idOf('app'), revoked_grants: z.int() }),
  example: { id: 'app_01h2xcejqtf2nbrexx3vqjhp41' },
});
