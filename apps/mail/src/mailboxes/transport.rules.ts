import {
  invalidParameter,
  ApiError,
  IMAP_PORTS,
  SUBMISSION_PORTS,
  type Transport,
  type TransportInput,
} from '@parley/contracts';

/** What a mailbox signs in with. The access token is that of the refresh token, until its expiry in milliseconds. */
export interface Secrets {
  password?: string;
  client_secret?: string;
  refresh_token?: string;
  access_token?: string;
  access_expires_at?: number;
}

export interface TransportPolicy {
  readonly isTest: boolean;
  /** Whether the operator allows any port and plain text to some addresses, which only a connection tells. */
  readonly hasExceptions: boolean;
}

const NONE = {
  host: null,
  port: null,
  security: null,
  authentication: 'none',
  username: null,
  oauth_provider: null,
  client_id: null,
  tenant_id: null,
  imap_host: null,
  imap_port: null,
  imap_security: null,
  after_receiving: null,
} as const;

/** Those of a row that was stored before a field existed are null. */
export const completeTransport = (stored: Transport): Transport => ({ ...NONE, ...stored });

/** Whether the mails of a mailbox are fetched. */
export const receives = ({ after_receiving: after }: Pick<Transport, 'after_receiving'>): boolean =>
  after != null;

/** Whether the mails of a mailbox are still fetched, and by the same protocol, if they were before. */
export const fetchesAsBefore = (before: Transport, after: Transport): boolean =>
  !receives(before) || (receives(after) && after.type === before.type);

/** The transport that an input describes, without its secrets. Throws 422 for one that is incomplete or not allowed. */
export function transportOf(input: TransportInput, policy: TransportPolicy): Transport {
  if (input.type === 'sandbox') return { type: 'sandbox', ...NONE };
  if (policy.isTest) throw invalid('type', 'must be sandbox in test mode, which sends nothing');
  if (input.type === 'graph') return graphOf(input);
  return input.type === 'imap_smtp' ? imapOf(input, policy) : smtpOf(input, policy);
}

/** Reading needs a permission of its own, so that only a mailbox that says so receives. */
function graphOf(input: TransportInput): Transport {
  if (input.after_receiving === 'delete')
    throw invalid('after_receiving', 'must be leave: only imap_smtp deletes mails at their server');
  return {
    ...NONE,
    type: 'graph',
    authentication: 'oauth2',
    username: input.username ?? null,
    oauth_provider: 'microsoft',
    client_id: required(input, 'client_id'),
    tenant_id: required(input, 'tenant_id'),
    after_receiving: input.after_receiving ?? null,
  };
}

function smtpOf(input: TransportInput, { hasExceptions }: TransportPolicy): Transport {
  const host = required(input, 'host');
  const port = input.port ?? (input.security === 'tls' ? 465 : 587);
  const security = input.security ?? (port === 465 ? 'tls' : 'starttls');
  if (!hasExceptions && !SUBMISSION_PORTS.includes(port))
    throw invalid('port', `must be a port that takes mails: ${SUBMISSION_PORTS.join(', ')}`);
  if (!hasExceptions && security === 'none')
    throw invalid('security', 'must not be none: the operator does not allow plain text');
  const authentication = input.authentication ?? (input.username === undefined ? 'none' : 'password');
  const signsIn = authentication === 'none' ? {} : { username: required(input, 'username') };
  const application =
    authentication === 'oauth2'
      ? {
          oauth_provider: required(input, 'oauth_provider'),
          client_id: required(input, 'client_id'),
          tenant_id: input.oauth_provider === 'microsoft' ? required(input, 'tenant_id') : null,
        }
      : {};
  return { ...NONE, type: 'smtp', host, port, security, authentication, ...signsIn, ...application };
}

/** A mailbox that fetches mails signs in at both servers as the same user. */
function imapOf(input: TransportInput, policy: TransportPolicy): Transport {
  const smtp = smtpOf({ ...input, authentication: input.authentication ?? 'password' }, policy);
  if (smtp.authentication === 'none')
    throw invalid('authentication', 'must not be none: nobody reads a mailbox without signing in');
  const port = input.imap_port ?? (['starttls', 'none'].includes(input.imap_security ?? '') ? 143 : 993);
  const security = input.imap_security ?? (port === 143 ? 'starttls' : 'tls');
  if (!policy.hasExceptions && !IMAP_PORTS.includes(port))
    throw invalid('imap_port', `must be a port of IMAP: ${IMAP_PORTS.join(', ')}`);
  if (!policy.hasExceptions && security === 'none')
    throw invalid('imap_security', 'must not be none: the operator does not allow plain text');
  return {
    ...smtp,
    type: 'imap_smtp',
    imap_host: input.imap_host ?? smtp.host,
    imap_port: port,
    imap_security: security,
    after_receiving: input.after_receiving ?? 'leave',
  };
}

/**
 * The secrets of a transport: those in the input, else those that it had before as the same user of the same server. Another
 * server must not get them: who may change mailboxes could otherwise read a password. Throws 422 if one is missing.
 */
export function secretsOf(
  input: TransportInput,
  transport: Transport,
  before: { transport: Transport; secrets: Secrets } | null,
): Secrets {
  const kept = before !== null && isSameAccount(before.transport, transport) ? before.secrets : {};
  const { access_token, access_expires_at, ...old } = kept;
  // A token of before does not have the scopes of a mailbox that receives now.
  const needsNewToken =
    input.refresh_token !== undefined ||
    input.client_secret !== undefined ||
    (transport.type === 'graph' && receives(transport) && before !== null && !receives(before.transport));
  const secrets: Secrets = {};
  if (!needsNewToken && access_token !== undefined && access_expires_at !== undefined)
    Object.assign(secrets, { access_token, access_expires_at });
  for (const name of NEEDED[transport.authentication]) {
    const value = input[name] ?? old[name];
    if (value !== undefined) secrets[name] = value;
    // A public client has no secret; an application that acts for itself has no refresh token.
    else if (name === 'password' || (secrets.client_secret === undefined && name === 'refresh_token'))
      throw missing(name);
  }
  return secrets;
}

const NEEDED = {
  none: [],
  password: ['password'],
  oauth2: ['client_secret', 'refresh_token'],
} as const satisfies Record<Transport['authentication'], readonly (keyof Secrets & keyof TransportInput)[]>;

const { after_receiving: _, ...ACCOUNT } = NONE;

const isSameAccount = (a: Transport, b: Transport): boolean =>
  (Object.keys(ACCOUNT) as (keyof typeof ACCOUNT)[]).every((name) => (a[name] ?? null) === b[name]) &&
  a.type === b.type;

function required<Name extends keyof TransportInput>(
  input: TransportInput,
  name: Name,
): NonNullable<TransportInput[Name]> {
  const value = input[name];
  if (value === undefined) throw missing(name);
  return value;
}

const invalid = (name: string, message: string): ApiError => invalidParameter(`transport.${name}`, message);

function missing(name: string): ApiError {
  const param = `transport.${name}`;
  const message = 'is required for this transport';
  return new ApiError('missing_parameter', {
    param,
    message: `${param}: ${message}`,
    details: [{ code: 'missing_parameter', param, message }],
  });
}
