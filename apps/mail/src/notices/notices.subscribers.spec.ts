import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventOf, mailboxDisconnected, uuidOf, webhookDisabled } from '@parley/contracts';
import { Database } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { eventually, newTenant, TestDatabase } from '@parley/testing';
import { mailDatabase } from '../mail.database.ts';
import { ScriptedSmtpServer } from '../transports/smtp/scripted-smtp-server.fixture.ts';
import { newPerson, readMail, startMail, through } from './notices.fixture.ts';
import { NoticeSubscribers } from './notices.subscribers.ts';

const database = await TestDatabase.create(mailDatabase);
const server = await ScriptedSmtpServer.start();
const mail = await startMail(database.url, through(server.port));
const subscribers = mail.app.get(NoticeSubscribers);
const db = mail.app.get(Database);
afterAll(async () => {
  await mail.app.close();
  await server.close();
  await database.drop();
});

let admins: string[];
beforeEach(() => {
  admins = [newPerson(), newPerson()];
  server.mails.length = 0;
  mail.identity.recipients = answer();
});
const answer = () => ({
  workspace_name: 'Acme',
  console_url: 'https://id.acme.example/console/',
  recipients: admins.map((email) => ({ id: newId('user'), email })),
});

type Disabled = EventOf<typeof webhookDisabled>;
type Disconnected = EventOf<typeof mailboxDisconnected>;

const disable = (tenant: TenantContext, reason: string, webhook = newId('webhook'), id = newId('event')) =>
  db.transaction(tenant, (tx) =>
    subscribers.notifyAdminsWhenWebhookIsDisabled(
      { id, data: { id: webhook, url: 'https://evil.example/', disabled_reason: reason } } as Disabled,
      tx,
    ),
  );
const disconnect = (tenant: TenantContext, mailbox = newId('mailbox')) =>
  db.transaction(tenant, (tx) => {
    const status_reason = {
      code: 'authentication_failed',
      message: 'The server said: call 0800 1234567',
      affects: 'sending',
    };
    const data = { id: mailbox, name: 'Call now', address: 'call@evil.example', status_reason };
    return subscribers.notifyAdminsWhenMailboxIsDisconnected(
      { id: newId('event'), data } as Disconnected,
      tx,
    );
  });

const waiting = async () => (await database.query('select from mail.notice')).length;
const settled = () => eventually(async () => expect(await waiting()).toBe(0));

describe('a webhook that was disabled', () => {
  it.each(['gone', 'failing'])('because it is %s is told to each active admin', async (reason) => {
    const webhook = newId('webhook');
    await disable(newTenant(), reason, webhook);
    await settled();
    expect(server.mails.map(({ to }) => to[0]).toSorted()).toEqual(admins.toSorted());
    const mails = server.mails.map(readMail);
    for (const { text, header } of mails) {
      expect(header('Subject')).toBe('A webhook was disabled');
      expect(text).toContain(`https://id.acme.example/console/webhooks/${webhook}`);
      expect(text).toContain('the workspace “Acme”');
      expect(text).not.toContain('evil.example');
    }
  });

  it.each(['manual', 'revoked'])('by a person is no news: %s', async (reason) => {
    await disable(newTenant(), reason);
    expect(await waiting()).toBe(0);
  });

  it('in test mode mails nobody', async () => {
    await disable(newTenant('test'), 'gone');
    expect(await waiting()).toBe(0);
  });

  it('is told once in a day, also if its event comes again', async () => {
    const [tenant, webhook, event] = [newTenant(), newId('webhook'), newId('event')];
    await disable(tenant, 'gone', webhook, event);
    await disable(tenant, 'gone', webhook, event);
    await disable(tenant, 'failing', webhook);
    await settled();
    expect(server.mails).toHaveLength(2);
    await database.query('update mail.notice_count set ends_at = now()');
    await disable(tenant, 'gone', webhook);
    await settled();
    expect(server.mails).toHaveLength(4);
  });

  it('is told later if identity cannot be asked', async () => {
    mail.identity.recipients = 'away';
    await disable(newTenant(), 'gone');
    await eventually(async () => {
      const [row] = await database.query<{ attempts: number }>('select attempts from mail.notice');
      expect(row?.attempts).toBeGreaterThan(0);
    });
    mail.identity.recipients = answer();
    await settled();
    expect(server.mails).toHaveLength(2);
  });

  it('is no news for a workspace that is gone', async () => {
    mail.identity.recipients = null;
    await disable(newTenant(), 'gone');
    await settled();
    expect(server.mails).toEqual([]);
  });
});

describe('a mailbox that is disconnected', () => {
  it('is told with our word for the cause, and nothing that others have chosen', async () => {
    const mailbox = newId('mailbox');
    await disconnect(newTenant(), mailbox);
    await settled();
    expect(server.mails).toHaveLength(2);
    const { text, html } = readMail(server.mails[0] as (typeof server.mails)[number]);
    expect(text).toContain('cannot send (authentication_failed)');
    expect(text).toContain(mailbox);
    expect(text + html).not.toMatch(/evil|0800|Call now/);
  });
});

it('a workspace gets twenty of these in an hour, and an admin ten of each kind', async () => {
  const tenant = newTenant();
  for (let one = 0; one < 15; one += 1) {
    await disable(tenant, 'gone');
    await disconnect(tenant);
  }
  await settled();
  const workspace = uuidOf('workspace', tenant.tenant.workspaceId);
  expect(await database.query('select from mail.notice where workspace_id = $1', [workspace])).toEqual([]);
  for (const admin of admins) expect(server.mails.filter(({ to }) => to[0] === admin)).toHaveLength(20);
  await disable(newTenant(), 'gone');
  await settled();
  // The same people have had ten of the kind.
  expect(server.mails).toHaveLength(40);
});
