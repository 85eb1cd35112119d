import { z } from 'zod';

const MAX = 2048;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The error message for an invalid redirect URI, or `null`. Redirect URIs are compared as text (RFC 9700 section 2.1),
 * so they are not normalized.
 */
export function redirectUriError(uri: string): string | null {
  if (uri.length > MAX) return `must be at most ${MAX} characters`;
  if (!/^[\x21-\x7e]+$/.test(uri) || /["<>\\^`{|}]/.test(uri))
    return 'must be a URI in printable ASCII; percent-encode other characters';
  if (!URL.canParse(uri)) return 'must be an absolute URI';
  const { protocol, hostname, username, password } = new URL(uri);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https://';
  if (protocol === 'http:' && !LOOPBACK.has(hostname))
    return 'must begin with https://; http:// is for localhost, 127.0.0.1 and [::1]';
  // Browsers repair `https:example.com` and `https:///example.com`; other software interprets them differently.
  if (!/^https?:\/\/[^/]/i.test(uri)) return 'must be an absolute URI';
  if (uri.includes('#')) return 'must not have a fragment';
  if (username !== '' || password !== '' || /^[^/]*\/\/[^/?]*@/.test(uri))
    return 'must not have user information';
  return uri.includes('*') ? 'must not have wildcards, because redirect URIs must match exactly' : null;
}

/** Space-separated redirect URIs without duplicates. */
export const RedirectUris = z
  .string()
  .transform((list) => [...new Set(list.split(/\s+/).filter((uri) => uri !== ''))])
  .pipe(
    z
      .array(
        z.string().superRefine((uri, context) => {
          const message = redirectUriError(uri);
          if (message !== null) context.addIssue({ code: 'custom', message });
        }),
      )
      .min(1, 'must not be empty')
      .max(10),
  );
