import { z } from 'zod';
import { defineCall } from '../operation.ts';
import {
  OAuthError,
  RevocationRequest,
  RevocationResponse,
  TokenRequest,
  TokenResponse,
} from './oauth.endpoints.ts';

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
