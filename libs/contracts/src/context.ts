import type { Id } from './id.ts';
import type { Mode } from './schema.ts';
import type { Role, Scope } from './scope.ts';

/** Whose data a request may touch. */
export interface Tenant {
  workspaceId: Id<'workspace'>;
  mode: Mode;
}

/** What a request may authenticate with. An API key is its workspace's; the others act as a user. */
export const CREDENTIAL_KINDS = ['api_key', 'personal_access_token', 'oauth_access_token'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** The credential behind a request, and the rights it has now. */
export interface Principal extends Tenant {
  kind: CredentialKind;
  /** Id of the credential: of an access token its grant, which stays when the token is refreshed. */
  credentialId: string;
  /** The user whom /v1/me shows and who authors messages: the one it acts as, or the creator of an API key. */
  userId: Id<'user'>;
  role: Role;
  scopes: readonly Scope[];
}
