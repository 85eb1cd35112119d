import type { Schemas } from '../../api/public.ts';
import type { Mailbox } from '../../desk/directory.ts';
import { NO_PROVIDER, receivingFormOf, receivingOf, type ReceivingForm } from './receiving-values.ts';

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
  imap_host: string;
  imap_port: number | null;
  imap_security: Required<'imap_security'>;
  after_receiving: Required<'after_receiving'>;
  /** Whether a mailbox fetches its mails from Microsoft Graph. */
  receives: boolean;
}

type Known = Pick<TransportForm, 'type' | 'authentication'> & {
  [Name in 'security' | 'oauth_provider' | 'imap_security' | 'after_receiving']: TransportForm[Name] | null;
};

export interface MailboxForm {
  transport: TransportForm;
  receiving: ReceivingForm;
  address: string;
  name: string;
  from_name: string;
  inbox_id: string | null;
  signature: string;
  send_delay: number;
  aliases: string[];
  on_unknown: Schemas['UnknownOutcome'];
  subaddressing: boolean;
  authserv_id: string;
  acknowledgement: { enabled: boolean; text: string };
  per_minute: number | null;
  per_day: number | null;
  concurrency: number | null;
}

type Ports = Readonly<Record<TransportForm['security'], number>>;

/** The port that a server has for each kind of encryption. */
const PORTS: Ports = { starttls: 587, tls: 465, none: 25 };
const IMAP_PORTS: Ports = { starttls: 143, tls: 993, none: 143 };

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
      imap_host: '',
      imap_port: IMAP_PORTS.tls,
      imap_security: 'tls',
      after_receiving: 'leave',
      receives: false,
    },
    receiving: NO_PROVIDER,
    address: '',
    name: '',
    from_name: '',
    inbox_id: null,
    signature: '',
    send_delay: 0,
    aliases: [],
    on_unknown: 'hold',
    subaddressing: false,
    authserv_id: '',
    acknowledgement: { enabled: false, text: '' },
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
    authserv_id: fields.authserv_id ?? '',
    on_unknown: fields.on_unknown === 'retry' ? 'retry' : 'hold',
    ...limits,
    acknowledgement: { enabled: fields.acknowledgement.enabled, text: fields.acknowledgement.text ?? '' },
    aliases: [...aliases],
    from_name: fromName ?? '',
    signature: signature ?? '',
    receiving: receivingFormOf(fields.receiving),
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
      imap_host: transport.imap_host ?? '',
      imap_port: transport.imap_port ?? empty.imap_port,
      imap_security: known.imap_security ?? empty.imap_security,
      after_receiving: known.after_receiving ?? empty.after_receiving,
      receives: known.after_receiving !== null,
    },
  };
}

/** Whether a transport sends through a mail server that the form names. */
export const hasServer = (type: TransportForm['type']): boolean => type === 'smtp' || type === 'imap_smtp';

/** What a request has of a form: nothing that is empty, and nothing that the type of the transport does not have. */
export function bodyOf(form: MailboxForm) {
  const { transport, from_name: fromName, signature, per_minute, per_day, concurrency, ...fields } = form;
  const { enabled, text } = form.acknowledgement;
  return {
    ...fields,
    name: form.name.trim(),
    address: form.address.trim(),
    authserv_id: form.authserv_id.trim() === '' ? null : form.authserv_id.trim(),
    from_name: fromName.trim() === '' ? null : fromName.trim(),
    signature: signature.trim() === '' ? null : signature,
    acknowledgement: { enabled, text: text.trim() === '' ? null : text },
    limits: {
      per_day,
      ...(per_minute === null ? {} : { per_minute }),
      ...(concurrency === null ? {} : { concurrency }),
    },
    transport: transportOf(transport),
    receiving: receivingOf(form.receiving),
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
    return {
      type,
      ...given('tenant_id', 'client_id', 'client_secret', 'username', 'refresh_token'),
      ...(form.receives ? { after_receiving: 'leave' } : {}),
    };
  return {
    type,
    ...(type === 'imap_smtp' ? given('imap_host', 'imap_port', 'imap_security', 'after_receiving') : {}),
    ...given('host', 'port', 'security', 'authentication'),
    ...(authentication === 'none' ? {} : given('username')),
    ...(authentication === 'password' ? given('password') : {}),
    ...(authentication === 'oauth2'
      ? given('oauth_provider', 'client_id', 'client_secret', 'refresh_token')
      : {}),
    ...(authentication === 'oauth2' && provider === 'microsoft' ? given('tenant_id') : {}),
  };
}

/** Whether the secrets that are stored are kept, because the form signs in at the same servers in the same way. */
export function keepsSecrets(before: TransportForm, form: TransportForm): boolean {
  // What becomes of mails that were fetched has nothing to do with the sign-in.
  const same = { ...WITHOUT_SECRETS, after_receiving: 'leave', receives: false } as const;
  const [one, other] = [before, form].map((each) => transportOf({ ...each, ...same }));
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Another encryption, with its usual port unless another one was chosen. */
export function withSecurity(form: TransportForm, security: TransportForm['security']): TransportForm {
  const isUsual = form.port === null || form.port === PORTS[form.security];
  return { ...form, security, port: isUsual ? PORTS[security] : form.port };
}

/** The same for the server that mails are fetched from. */
export function withImapSecurity(
  form: TransportForm,
  security: TransportForm['imap_security'],
): TransportForm {
  const isUsual = form.imap_port === null || form.imap_port === IMAP_PORTS[form.imap_security];
  return { ...form, imap_security: security, imap_port: isUsual ? IMAP_PORTS[security] : form.imap_port };
}

/** Another type. Nobody reads a mailbox without signing in. */
export function withType(form: TransportForm, type: TransportForm['type']): TransportForm {
  const signsIn = type === 'imap_smtp' && form.authentication === 'none';
  return { ...form, type, authentication: signsIn ? 'password' : form.authentication };
}
