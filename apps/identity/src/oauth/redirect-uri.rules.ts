import { isPrivateUseUri } from '@parley/contracts';
import type { OAuthAppRow } from './oauth.entities.ts';

type ClientType = OAuthAppRow['client_type'];

const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?(?=[/?]|$)/;

/**
 * Whether an app has registered a redirect URI, compared as text (RFC 9700 section 2.1). Of a public client on a loopback
 * address the port is ignored: it listens on one that happens to be free (RFC 8252 section 7.3).
 */
export function isRegistered(app: Pick<OAuthAppRow, 'redirect_uris' | 'client_type'>, uri: string): boolean {
  if (app.redirect_uris.includes(uri)) return true;
  const portless = app.client_type === 'public' ? withoutLoopbackPort(uri) : null;
  return portless !== null && app.redirect_uris.some((known) => withoutLoopbackPort(known) === portless);
}

function withoutLoopbackPort(uri: string): string | null {
  const [head, origin, port = '80'] = LOOPBACK.exec(uri) ?? [];
  if (head === undefined || origin === undefined || Number(port) > 65_535) return null;
  return origin + uri.slice(head.length);
}

/** The error in the redirect URIs of an app of this type, each of which is valid by itself, or `null`. */
export function redirectUrisError(type: ClientType, uris: readonly string[]): string | null {
  // Any app on a device can claim a scheme; without PKCE it would get the code (RFC 8252 section 8.1).
  return type === 'confidential' && uris.some(isPrivateUseUri)
    ? 'must begin with https:// or http://; other schemes are for public clients'
    : null;
}

/** Where a redirect URI leads, for users: a host, or the scheme that belongs to an app on their device. */
export function targetOf(uri: string): string {
  const { host, protocol } = new URL(uri);
  return isPrivateUseUri(uri) ? protocol.slice(0, -1) : host;
}
