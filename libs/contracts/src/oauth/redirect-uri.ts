import { z } from 'zod';

const MAX = 2048;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A scheme in reverse domain notation, as RFC 8252 section 7.1 requires: `com.example.app:/callback`. */
const PRIVATE_USE = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:\//;

/** Whether a redirect URI leads to an app on the device of the user, by a scheme of its own. */
export function isPrivateUseUri(uri: string): boolean {
  return PRIVATE_USE.test(uri);
}

/** The error in a redirect URI, or `null`. They are compared as text (RFC 9700 section 2.1), so they are not normalized. */
export function redirectUriError(uri: string): string | null {
  if (uri.length > MAX) return `must be at most ${MAX} characters`;
  if (!/^[\x21-\x7e]+$/.test(uri) || /["<>\\^`{|}]/.test(uri))
    return 'must be a URI in printable ASCII; percent-encode other characters';
  if (!URL.canParse(uri)) return 'must be an absolute URI';
  const { protocol, hostname, username, password } = new URL(uri);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb && !isPrivateUseUri(uri))
    return 'must begin with https://, or for a public client with a scheme in reverse domain notation (com.example.app:/)';
  if (protocol === 'http:' && !LOOPBACK.has(hostname))
    return 'must begin with https://; http:// is for localhost, 127.0.0.1 and [::1]';
  // Browsers repair `https:example.com` and `https:///example.com`; other software interprets them differently.
  if (isWeb && !/^https?:\/\/[^/]/i.test(uri)) return 'must be an absolute URI';
  if (uri.includes('#')) return 'must not have a fragment';
  if (username !== '' || password !== '' || /^[^/]*\/\/[^/?]*@/.test(uri))
    return 'must not have user information';
  return uri.includes('*') ? 'must not have wildcards, because redirect URIs must match exactly' : null;
}

export const RedirectUriArray = z
  .array(
    z.string().superRefine((uri, context) => {
      const message = redirectUriError(uri);
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
  )
  .min(1, 'must not be empty')
  .max(10);

/** Space-separated redirect URIs without duplicates. */
export const RedirectUris = z
  .string()
  .transform((list) => [...new Set(list.split(/\s+/).filter((uri) => uri !== ''))])
  .pipe(RedirectUriArray)
  .meta({
    description:
      'Redirect URIs, compared as text: https://, http:// on localhost, or com.example.app:/ for a public app; up to 10, separated by spaces',
    examples: ['https://app.example.com/callback'],
    listSeparator: ' ',
  });
