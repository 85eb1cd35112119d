import { decodeId, encodeId, type CredentialType, type Principal } from '@parley/contracts';

const ID_KINDS = {
  api_key: 'key',
  personal_access_token: 'pat',
  oauth_access_token: 'grant',
  session: 'session',
} as const satisfies Record<CredentialType, string>;

export function credentialUuid({ type, credentialId }: Pick<Principal, 'type' | 'credentialId'>): string {
  return decodeId(ID_KINDS[type], credentialId) ?? '';
}

/** The public id of a credential; an access token has that of its grant or session. */
export function credentialIdOf(type: CredentialType, uuid: string): string {
  return encodeId(ID_KINDS[type], uuid);
}
