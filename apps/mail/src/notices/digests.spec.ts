import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sendDigest, type Id } from '@parley/contracts';
import { systemContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { eventually, TestDatabase } from '@parley/testing';
import { mailDatabase } from '../mail.database.ts';
import { ScriptedSmtpServer } from '../transports/smtp/scripted-smtp-server.fixture.ts';
import { newPerson, readMail, startMail, through } from './notices.fixture.ts';

const database = await TestDatabase.create(mailDatabase);
const server = await ScriptedSmtpServer.start();
const mail = await startMail(database.url, through(server.port));
const unmailing = await startMail(database.url);
afterAll(async () => {
  await unmailing.app.close();
  await mail.app.close();
  await server.close();
  await database.drop();
});
beforeEach(() => {
  server.mails.length = 0;
});

const TICKET = 'ticket_01h455vb4pex5vsknk084sn02q';
const send = (user: Id<'user'>, { workspace = newId('workspace'), id = randomUUID(), of = mail } = {}) =>
  of.rpc.call(sendDigest, systemContext(), {
    ...{ id, workspace_id: workspace },
    digest: { user_id: user, unread: 1, newest: [{ cause: 'assigned', record_id: TICKET }] },
  });
const settled = () =>
  eventually(async () => expect(await database.query('select from mail.notice')).toEqual([]));
const known = (id: Id<'user'>, email: string) => ({
  ...{ workspace_name: 'Acme', console_url: 'https://id.acme.example/console/' },
  recipients: [{ id, email }],
});

describe('a digest', () => {
  it('reaches the address that its user has when it is sent, once', async () => {
    const [user, email, id] = [newId('user'), newPerson(), randomUUID()];
    mail.identity.recipients = known(user, email);
    for (let request = 0; request < 2; request += 1)
      expect(await send(user, { id })).toEqual({ accepted: true });
    await settled();
    expect(await send(user, { id })).toEqual({ accepted: true });
    await settled();
    expect(server.mails.map(({ to }) => to)).toEqual([[email]]);
    const [one] = server.mails.map(readMail);
    expect(one?.header('Subject')).toBe('You have unread notifications');
    expect(one?.text).toContain('an unread notification in the workspace “Acme”');
    expect(one?.html).toContain(`<a href="https://id.acme.example/console/tickets/${TICKET}"`);
  });

  it('goes to nobody who is not active any more, and is not accepted without a mailbox', async () => {
    const user = newId('user');
    mail.identity.recipients = { ...known(user, newPerson()), recipients: [] };
    await send(user);
    await settled();
    expect(server.mails).toEqual([]);
    expect(await send(user, { of: unmailing })).toEqual({ accepted: false });
  });

  it('comes to one address at most five times in an hour, whatever its accounts', async () => {
    const email = newPerson();
    for (let account = 0; account < 7; account += 1) {
      const user = newId('user');
      mail.identity.recipients = known(user, email);
      await send(user);
      await settled();
    }
    expect(server.mails).toHaveLength(5);
  });
});
