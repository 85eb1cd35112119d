import type { Id } from './id.ts';
import type { Mode } from './schema.ts';
import type { Role, Scope } from './scope.ts';

/** The data that a request may access. */
export interface Tenant {
  workspaceId: Id<'workspace'>;
  mode: Mode;
}

/** API keys belong to the workspace; the others act as a user, `session` being an access token of the account console. */
export const CREDENTIAL_TYPES = [
  'api_key',
  'personal_access_token',
  'oauth_access_token',
  'session',
] as const;
export type CredentialType = (typeof CREDENTIAL_TYPES)[number];

/** Increased with every change of {@link Principal} that no process must overlook: gateways look up those of another version. */
export const PRINCIPAL_VERSION = 1;

/** The credential of a request and its current permissions. */
export interface Principal extends Tenant {
  type: CredentialType;
  /** The id of the key or token; of OAuth access tokens that of the grant, of those of a session its id. */
  credentialId: string;
  /** The user that the credential acts as; for an API key its creator. */
  userId: Id<'user'>;
  /** The OAuth app of an access token. */
  appId?: Id<'app'> | undefined;
  role: Role;
  scopes: readonly Scope[];
  /** Epoch milliseconds; absent if the credential does not expire. */
  expiresAt?: number | undefined;
  /** Addresses and CIDRs from which the credential may be used; absent if from any. */
  allowedIps?: readonly string[] | undefined;
}
