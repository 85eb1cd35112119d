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
/** All parameters as optional text; identity validates them and reports OAuth errors. */
const OAuthParameters = z.object(
  Object.fromEntries(
    Object.keys({ ...TokenRequest.shape, ...RevocationRequest.shape }).map((name) => [name, parameter]),
  ) as Record<keyof typeof TokenRequest.shape | keyof typeof RevocationRequest.shape, typeof parameter>,
);
export type OAuthParameters = z.output<typeof OAuthParameters>;

const ClientRequest = z.object({
  /** Client credentials, or `null` if none were sent. */
  client: z.object({ id: z.string(), secret: z.string() }).nullable(),
  parameters: OAuthParameters,
});
export type ClientRequest = z.output<typeof ClientRequest>;

export const exchangeToken = defineCall({
  id: 'oauth.token',
  service: 'identity',
  summary: 'Exchange an authorization code or a refresh token',
  input: ClientRequest,
  output: z.union([TokenResponse, OAuthError]),
});

export const revokeToken = defineCall({
  id: 'oauth.revoke',
  service: 'identity',
  summary: 'Revoke a token',
  input: ClientRequest,
  output: z.union([OAuthError, RevocationResponse]),
});
