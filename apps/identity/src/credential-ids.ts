import { decodeId, encodeId, type CredentialKind, type Principal } from '@parley/contracts';

const ID_KINDS = {
  api_key: 'key',
  personal_access_token: 'pat',
  oauth_access_token: 'grant',
  session: 'session',
} as const satisfies Record<CredentialKind, string>;

export function credentialUuid({ kind, credentialId }: Pick<Principal, 'kind' | 'credentialId'>): string {
  return decodeId(ID_KINDS[kind], credentialId) ?? '';
}

/** The public id of a credential; an access token has that of its grant or session. */
export function credentialIdOf(kind: CredentialKind, uuid: string): string {
  return encodeId(ID_KINDS[kind], uuid);
}
