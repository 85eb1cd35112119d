import { z } from 'zod';
import { ScopeList } from '../identity/identity.operations.ts';
import { idOf } from '../id.ts';
import { defineCall, defineCommand } from '../operation.ts';
import { Timestamp, text } from '../schema.ts';
import { SCOPES } from '../scope.ts';
import {
  OAuthError,
  RevocationRequest,
  RevocationResponse,
  TokenRequest,
  TokenResponse,
} from './oauth.endpoints.ts';
import { RedirectUris } from './redirect-uri.ts';

const parameter = z.string().optional();
/** Everything that a client may send, as text: what is missing or wrong with it is for identity to say. */
const OAuthParameters = z.object(
  Object.fromEntries(
    Object.keys({ ...TokenRequest.shape, ...RevocationRequest.shape }).map((name) => [name, parameter]),
  ) as Record<keyof typeof TokenRequest.shape | keyof typeof RevocationRequest.shape, typeof parameter>,
);
export type OAuthParameters = z.output<typeof OAuthParameters>;

const ClientRequest = z.object({
  /** How the client says who it is; `null` when it does not. */
  client: z.object({ id: z.string(), secret: z.string() }).nullable(),
  parameters: OAuthParameters,
});
export type ClientRequest = z.output<typeof ClientRequest>;

export const exchangeToken = defineCall({
  id: 'oauth.token',
  service: 'identity',
  summary: 'The token endpoint, without its HTTP',
  input: ClientRequest,
  output: z.union([TokenResponse, OAuthError]),
});

export const revokeToken = defineCall({
  id: 'oauth.revoke',
  service: 'identity',
  summary: 'The revocation endpoint, without its HTTP',
  input: ClientRequest,
  output: z.union([OAuthError, RevocationResponse]),
});

export const createOAuthApp = defineCommand({
  id: 'app.create',
  command: 'oauth-app:create',
  service: 'identity',
  summary: 'Register an app that acts for users of a workspace; its secret is printed this once',
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
  service: 'identity',
  summary: 'The apps of a workspace',
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
  service: 'identity',
  summary: 'Delete an app; its tokens are dead from the next request on',
  input: z.object({ id: idOf('app') }),
  output: z.object({ client_id: idOf('app'), revoked_grants: z.int() }),
});
