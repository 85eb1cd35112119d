import type { Id } from './id.ts';
import type { Mode } from './schema.ts';
import type { Role, Scope } from './scope.ts';

/** Whose data a request may touch. */
export interface Tenant {
  workspaceId: Id<'workspace'>;
  mode: Mode;
}

/** The credential behind a request, and the rights it has now. */
export interface Principal extends Tenant {
  kind: 'api_key';
  /** Id of the credential. */
  credentialId: string;
  /** The user whom /v1/me shows and who authors messages: the creator of a key. */
  userId: Id<'user'>;
  role: Role;
  scopes: readonly Scope[];
}
