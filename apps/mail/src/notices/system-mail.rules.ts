import { isIP } from 'node:net';
import { isPlaceholder } from '@parley/runtime/config';
import { z } from 'zod';
import { headerText, type NamedAddress, parseAddress } from '@parley/mail-text';

/** The server through which the mails of the product itself leave. */
export interface SystemMailServer {
  /** A name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, or by STARTTLS. */
  readonly security: 'tls' | 'starttls';
  readonly authentication: { readonly username: string; readonly password: string } | null;
}

const SECURITY: Readonly<Record<string, 'starttls' | 'tls'>> = { 'smtp:': 'starttls', 'smtps:': 'tls' };
const PORTS = { starttls: 587, tls: 465 };
const HOST = /^[a-z\d_](?:[a-z\d_.-]{0,251}[a-z\d_])?$/i;
const NAME_MAX = 100;

/** `smtps://user:password@host:port`; null for an empty text. */
export const systemMailServer: z.ZodType<SystemMailServer | null, string> = z
  .string()
  .transform((text, context) => {
    if (text === '') return null;
    const server = serverOf(text);
    if (typeof server !== 'string') return server;
    context.addIssue({ code: 'custom', message: server });
    return z.NEVER;
  });

/** `Name <address>` or an address alone; null for an empty text. */
export const systemMailSender: z.ZodType<NamedAddress | null, string> = z
  .string()
  .transform((text, context) => {
    if (text.trim() === '') return null;
    const sender = senderOf(text.trim());
    if (sender !== null) return sender;
    context.addIssue({ code: 'custom', message: 'must be an address, like Parley <parley@example.com>' });
    return z.NEVER;
  });

/** The server, or what is wrong with the URL in words that do not quote it: it has a password. */
function serverOf(text: string): SystemMailServer | string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const security = SECURITY[url?.protocol ?? ''];
  if (url === null || security === undefined)
    return 'must be a URL like smtps://user:password@smtp.example.com:465 or smtp://smtp.example.com:587';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0 && !HOST.test(host)) return 'must name a host';
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '')
    return 'must end with the host or its port';
  const credentials = credentialsOf(url);
  if (typeof credentials === 'string') return credentials;
  return { host, port: Number(url.port || PORTS[security]), security, authentication: credentials };
}

function credentialsOf({ username, password }: URL): SystemMailServer['authentication'] | string {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') return 'must have a user and a password, or neither';
  try {
    const decoded = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
    return isPlaceholder(decoded.password) ? 'its password is a placeholder' : decoded;
  } catch {
    return 'its user and password must be percent-encoded where they have characters of URLs';
  }
}

function senderOf(text: string): NamedAddress | null {
  const [, quoted, plain, inBrackets] = /^(?:"((?:[^"\\]|\\.)*)"|([^"<>]*))\s*<([^<>]*)>$/.exec(text) ?? [];
  const address = parseAddress(inBrackets ?? text)?.address;
  if (address === undefined) return null;
  const name = headerText((quoted ?? '').replaceAll(/\\(.)/g, '$1') || (plain ?? ''), NAME_MAX);
  return { name: name === '' ? null : name, address };
}
