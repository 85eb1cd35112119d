import type { Schemas } from '../../api/public.ts';
import type { Mailbox } from '../../desk/directory.ts';

type TransportInput = Schemas['CreateMailboxRequest']['transport'];
type Required<Name extends keyof TransportInput> = NonNullable<TransportInput[Name]>;

export interface TransportForm {
  type: Required<'type'>;
  host: string;
  port: number | null;
  security: Required<'security'>;
  authentication: Required<'authentication'>;
  username: string;
  password: string;
  oauth_provider: Required<'oauth_provider'>;
  client_id: string;
  client_secret: string;
  tenant_id: string;
  refresh_token: string;
  /** Where mails are fetched from, as the API has it: this form shows and changes none of it. */
  imap: Pick<TransportInput, 'imap_host' | 'imap_port' | 'imap_security' | 'after_receiving'>;
}

type Known = Pick<TransportForm, 'type' | 'authentication'> & {
  [Name in 'security' | 'oauth_provider']: TransportForm[Name] | null;
};

export interface MailboxForm {
  transport: TransportForm;
  address: string;
  name: string;
  from_name: string;
  inbox_id: string | null;
  signature: string;
  send_delay: number;
  aliases: string[];
  on_unknown: Schemas['UnknownOutcome'];
  subaddressing: boolean;
  per_minute: number | null;
  per_day: number | null;
  concurrency: number | null;
}

/** The port that a server has for each kind of encryption. */
const PORTS: Readonly<Record<TransportForm['security'], number>> = { starttls: 587, tls: 465, none: 25 };

const WITHOUT_SECRETS = { password: '', client_secret: '', refresh_token: '' };

export function emptyForm(type: TransportForm['type']): MailboxForm {
  return {
    transport: {
      type,
      host: '',
      port: PORTS.starttls,
      security: 'starttls',
      authentication: 'password',
      username: '',
      oauth_provider: 'google',
      client_id: '',
      tenant_id: '',
      ...WITHOUT_SECRETS,
      imap: {},
    },
    address: '',
    name: '',
    from_name: '',
    inbox_id: null,
    signature: '',
    send_delay: 0,
    aliases: [],
    on_unknown: 'hold',
    subaddressing: false,
    per_minute: 600,
    per_day: null,
    concurrency: 2,
  };
}

export function formOf(mailbox: Mailbox): MailboxForm {
  const { transport, limits, from_name: fromName, signature, aliases, ...fields } = mailbox;
  const { name, address, inbox_id, send_delay, subaddressing } = fields;
  // The types of answers are open: a later version may have other values, which this form sends back as they are.
  const known = transport as Known;
  const empty = emptyForm(known.type).transport;
  return {
    ...{ name, address, inbox_id, send_delay, subaddressing },
    on_unknown: fields.on_unknown === 'retry' ? 'retry' : 'hold',
    ...limits,
    aliases: [...aliases],
    from_name: fromName ?? '',
    signature: signature ?? '',
    transport: {
      ...empty,
      host: transport.host ?? '',
      port: transport.port ?? empty.port,
      security: known.security ?? empty.security,
      authentication: hasServer(known.type) ? known.authentication : empty.authentication,
      username: transport.username ?? '',
      oauth_provider: known.oauth_provider ?? empty.oauth_provider,
      client_id: transport.client_id ?? '',
      tenant_id: transport.tenant_id ?? '',
      imap: imapOf(transport),
    },
  };
}

/** Whether a transport sends through a mail server that the form names. */
export const hasServer = (type: TransportForm['type']): boolean => type === 'smtp' || type === 'imap_smtp';

function imapOf({ type, imap_host, imap_port, imap_security, after_receiving }: Mailbox['transport']) {
  const imap = { imap_host, imap_port, imap_security, after_receiving };
  const known = Object.entries(imap).filter(([, value]) => value !== null);
  return (type === 'imap_smtp' ? Object.fromEntries(known) : {}) as TransportForm['imap'];
}

/** What a request has of a form: nothing that is empty, and nothing that the type of the transport does not have. */
export function bodyOf(form: MailboxForm) {
  const { transport, from_name: fromName, signature, per_minute, per_day, concurrency, ...fields } = form;
  return {
    ...fields,
    name: form.name.trim(),
    address: form.address.trim(),
    from_name: fromName.trim() === '' ? null : fromName.trim(),
    signature: signature.trim() === '' ? null : signature,
    limits: {
      per_day,
      ...(per_minute === null ? {} : { per_minute }),
      ...(concurrency === null ? {} : { concurrency }),
    },
    transport: transportOf(transport),
  };
}

function transportOf(form: TransportForm): TransportInput {
  const given = (...names: (keyof TransportForm)[]): Partial<TransportInput> =>
    Object.fromEntries(
      names
        .map((name) => [name, typeof form[name] === 'string' ? form[name].trim() : form[name]] as const)
        .filter(([, value]) => value !== '' && value !== null),
    );
  const { type, authentication, oauth_provider: provider } = form;
  if (type === 'sandbox') return { type };
  if (type === 'graph')
    return { type, ...given('tenant_id', 'client_id', 'client_secret', 'username', 'refresh_token') };
  return {
    type,
    ...(type === 'imap_smtp' ? form.imap : {}),
    ...given('host', 'port', 'security', 'authentication'),
    ...(authentication === 'none' ? {} : given('username')),
    ...(authentication === 'password' ? given('password') : {}),
    ...(authentication === 'oauth2'
      ? given('oauth_provider', 'client_id', 'client_secret', 'refresh_token')
      : {}),
    ...(authentication === 'oauth2' && provider === 'microsoft' ? given('tenant_id') : {}),
  };
}

/** Whether the secrets that are stored are kept, because the form signs in at the same server in the same way. */
export function keepsSecrets(before: TransportForm, form: TransportForm): boolean {
  const [one, other] = [before, form].map((each) => transportOf({ ...each, ...WITHOUT_SECRETS }));
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Another encryption, with its usual port unless another one was chosen. */
export function withSecurity(form: TransportForm, security: TransportForm['security']): TransportForm {
  const isUsual = form.port === null || form.port === PORTS[form.security];
  return { ...form, security, port: isUsual ? PORTS[security] : form.port };
}
