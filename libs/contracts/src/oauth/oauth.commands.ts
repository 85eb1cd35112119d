import { z } from 'zod';
import { ScopeList } from '../identity/identity.commands.ts';
import { idOf } from '../id.ts';
import { defineCommand } from '../operation.ts';
import { Timestamp, text } from '../schema.ts';
import { SCOPES } from '../scope.ts';
import { RedirectUris } from './redirect-uri.ts';

export const createOAuthApp = defineCommand({
  id: 'app.create',
  command: 'oauth-app:create',
  summary: 'Create an OAuth app for a workspace; its secret is printed only once',
  input: z.object({
    workspace: idOf('workspace'),
    name: text(255),
    redirect_uri: RedirectUris,
    scopes: ScopeList,
  }),
  output: z.object({ client_id: idOf('app'), client_secret: z.string() }),
});

export const listOAuthApps = defineCommand({
  id: 'app.list',
  command: 'oauth-app:list',
  summary: 'List the OAuth apps of a workspace',
  input: z.object({ workspace: idOf('workspace') }),
  output: z.object({
    apps: z.array(
      z.object({
        client_id: idOf('app'),
        name: z.string(),
        redirect_uris: z.array(z.string()),
        scopes: z.array(z.enum(SCOPES)),
        active_grants: z.int(),
        created_at: Timestamp,
      }),
    ),
  }),
});

export const deleteOAuthApp = defineCommand({
  id: 'app.delete',
  command: 'oauth-app:delete',
  summary: 'Delete an OAuth app and revoke its tokens immediately',
  input: z.object({ id: idOf('app') }),
  output: z.object({ client_id: idOf('app'), revoked_grants: z.int() }),
});
