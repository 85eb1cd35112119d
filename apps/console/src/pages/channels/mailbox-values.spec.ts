import { describe, expect, it } from '@jest/globals';
import type { Mailbox } from '../../desk/directory.ts';
import {
  bodyOf,
  emptyForm,
  formOf,
  keepsSecrets,
  withImapSecurity,
  withSecurity,
  withType,
  type TransportForm,
} from './mailbox-values.ts';

const transport = (changes: Partial<TransportForm> = {}): TransportForm => ({
  ...emptyForm('smtp').transport,
  host: 'smtp.acme.example',
  username: 'support@acme.example',
  ...changes,
});
const bodyWith = (changes: Partial<TransportForm>) =>
  bodyOf({ ...emptyForm('smtp'), transport: transport(changes) }).transport;

const MAILBOX: Mailbox = {
  id: 'mbx_1',
  name: 'Support',
  inbox_id: 'inbox_1',
  address: 'support@acme.example',
  aliases: ['help@acme.example'],
  from_name: null,
  signature: 'Acme Support',
  send_delay: 10,
  on_unknown: 'retry',
  subaddressing: false,
  acknowledgement: { enabled: true, text: 'We answer within a day.' },
  limits: { per_minute: 30, per_day: 2_000, concurrency: 1 },
  authserv_id: 'mx.acme.example',
  receiving: null,
  transport: {
    type: 'smtp',
    host: 'smtp.acme.example',
    port: 465,
    security: 'tls',
    authentication: 'password',
    username: 'support@acme.example',
    oauth_provider: null,
    client_id: null,
    tenant_id: null,
    imap_host: null,
    imap_port: null,
    imap_security: null,
    after_receiving: null,
  },
  status: 'connected',
  status_reason: null,
  last_sent_at: null,
  import: null,
  last_received_at: null,
  created_at: '2026-11-21T06:30:00.000Z',
  updated_at: '2026-11-21T06:30:00.000Z',
};

describe('the form of a mailbox', () => {
  it('sends back what it has read, without what the server decides', () => {
    const { name, address, inbox_id, from_name, signature, send_delay, aliases, limits } = MAILBOX;
    const { type, host, port, security, authentication, username } = MAILBOX.transport;
    expect(bodyOf(formOf(MAILBOX))).toEqual({
      ...{ name, address, inbox_id, from_name, signature, send_delay, aliases, limits },
      ...{ on_unknown: MAILBOX.on_unknown, subaddressing: MAILBOX.subaddressing },
      authserv_id: 'mx.acme.example',
      acknowledgement: MAILBOX.acknowledgement,
      receiving: null,
      transport: { type, host, port, security, authentication, username },
    });
  });

  it('keeps where mails are fetched from', () => {
    const imap = {
      imap_host: 'imap.acme.example',
      imap_port: 993,
      imap_security: 'tls',
      after_receiving: 'leave',
    };
    const fetching = { ...MAILBOX, transport: { ...MAILBOX.transport, type: 'imap_smtp', ...imap } };
    expect(bodyOf(formOf(fetching)).transport).toMatchObject({ type: 'imap_smtp', ...imap });
    expect(bodyWith({ imap_host: 'imap.acme.example' })).not.toHaveProperty('imap_host');
  });

  it('sends the fields of its transport alone', () => {
    expect(bodyWith({ password: 'rosebud', client_id: '4f1c0a2e' })).toEqual({
      type: 'smtp',
      host: 'smtp.acme.example',
      port: 587,
      security: 'starttls',
      authentication: 'password',
      username: 'support@acme.example',
      password: 'rosebud',
    });
    expect(bodyWith({ authentication: 'none', password: 'rosebud' })).not.toHaveProperty('password');
    expect(bodyWith({ authentication: 'oauth2', tenant_id: 'acme' })).not.toHaveProperty('tenant_id');
    expect(
      bodyWith({ authentication: 'oauth2', tenant_id: 'acme', oauth_provider: 'microsoft' }),
    ).toHaveProperty('tenant_id', 'acme');
    expect(bodyWith({ type: 'sandbox', password: 'rosebud' })).toEqual({ type: 'sandbox' });
    expect(bodyWith({ type: 'graph', username: '', tenant_id: 'acme', client_id: '4f1c0a2e' })).toEqual({
      type: 'graph',
      tenant_id: 'acme',
      client_id: '4f1c0a2e',
    });
  });

  it('says that mails are fetched from Microsoft Graph where they are, and only there', () => {
    expect(bodyWith({ type: 'graph', receives: true })).toMatchObject({ after_receiving: 'leave' });
    expect(bodyWith({ type: 'smtp', receives: true })).not.toHaveProperty('after_receiving');
    const graph = (after: string | null) =>
      bodyOf(
        formOf({ ...MAILBOX, transport: { ...MAILBOX.transport, type: 'graph', after_receiving: after } }),
      ).transport;
    expect(graph('leave')).toMatchObject({ after_receiving: 'leave' });
    expect(graph(null)).not.toHaveProperty('after_receiving');
  });

  it('keeps its secrets until the server or the sign-in is another one', () => {
    const before = formOf(MAILBOX).transport;
    expect(keepsSecrets(before, { ...before, password: 'another' })).toBe(true);
    for (const changes of [{ host: 'mail.acme.example' }, { username: 'sales' }, { port: 587 }])
      expect(keepsSecrets(before, { ...before, ...changes })).toBe(false);
  });

  it('keeps its secrets when only what becomes of fetched mails is another one', () => {
    const before = transport({ type: 'imap_smtp', imap_host: 'imap.acme.example' });
    expect(keepsSecrets(before, { ...before, after_receiving: 'delete' })).toBe(true);
    for (const changes of [{ imap_host: 'mail.acme.example' }, { imap_port: 143 }, { type: 'smtp' as const }])
      expect(keepsSecrets(before, { ...before, ...changes })).toBe(false);
  });

  it('follows the encryption of the IMAP server with its port', () => {
    const { imap_port: port, ...starttls } = withImapSecurity(transport(), 'starttls');
    expect([port, starttls.port]).toEqual([143, 587]);
    expect(withImapSecurity(transport({ imap_port: 1143 }), 'starttls').imap_port).toBe(1143);
  });

  it('signs in where it fetches mails', () => {
    expect(withType(transport({ authentication: 'none' }), 'imap_smtp').authentication).toBe('password');
    expect(withType(transport({ authentication: 'oauth2' }), 'imap_smtp').authentication).toBe('oauth2');
    expect(withType(transport({ authentication: 'none' }), 'smtp').authentication).toBe('none');
  });

  it('follows the encryption with the port, unless somebody has chosen another one', () => {
    expect(withSecurity(transport(), 'tls').port).toBe(465);
    expect(withSecurity(transport({ port: 2525 }), 'tls').port).toBe(2525);
  });
});
