import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { Database } from '@parley/persistence';
import { Encryptor } from '@parley/runtime/encryptor';
import { LOGGER } from '@parley/runtime/logging';
import { newUuid } from '@parley/runtime/records';
import { TestStore } from '@parley/testing';
import { generateDkimKey } from '../composing/dkim.ts';
import { DkimKeys } from '../domains/dkim-keys.ts';
import { SendingDomainRow } from '../domains/sending-domain.entity.ts';
import { purposeOf } from '../domains/sending-domains.queries.ts';
import type { Acceptor } from '../incoming/acceptor.ts';
import { GraphReader } from '../incoming/graph/graph-reader.ts';
import { GraphSource } from '../incoming/graph/graph-source.ts';
import { ImapSessions } from '../incoming/imap/imap-sessions.ts';
import { MailConfig } from '../mail.config.ts';
import { mailDatabase } from '../mail.database.ts';
import { ScriptedHttpServer } from '../transports/scripted-http-server.fixture.ts';
import { ScriptedSmtpServer, type Script } from '../transports/smtp/scripted-smtp-server.fixture.ts';
import { guard, newMail } from '../transports/smtp/smtp.fixture.ts';
import { AccessTokens } from './access-tokens.ts';
import { Credentials } from './credentials.ts';
import { ListenerConfig } from '../incoming/smtp/listener.config.ts';
import { MailboxCheck } from './mailbox-check.ts';
import { Probes } from './probes.ts';
import { ReceivingCheck } from './receiving-check.ts';
import { TestMails } from './test-mails.ts';
import { MailboxHealth } from './mailbox-health.ts';
import { MailboxTransports } from './mailbox-transports.ts';
import { OAUTH, readMailbox, storeMailbox } from './mailbox.fixture.ts';

const store = await TestStore.open(mailDatabase, {
  imports: [EventsModule.forService('mail')],
  providers: [Credentials],
  transports: [{ provide: EventTransport, useValue: new InProcessEvents(['mail']) }],
});
const provider = await ScriptedHttpServer.start(() => ({
  status: 200,
  body: { access_token: 'granted', refresh_token: 'next' },
}));
const db = store.app.get(Database);
const endpoints = { google: `${provider.url}/token`, microsoft: provider.url };
const tokens = new AccessTokens(db, store.app.get(Credentials), guard, endpoints);
const transports = new MailboxTransports(tokens, guard, new MailConfig({}), store.app.get(LOGGER));
const health = new MailboxHealth(db, store.app.get(Credentials), new MailConfig({}));
const encryptor = store.app.get(Encryptor);
const sessions = new ImapSessions(tokens, guard, 1_000_000);
const mails = new TestMails(new DkimKeys(db, encryptor), new Probes(db, new ListenerConfig({})));
const reader = new GraphReader(db, {} as Acceptor, store.app.get(LOGGER));
const graph = new GraphSource(db, tokens, guard, reader);
const receiving = new ReceivingCheck(db, sessions, graph);
const check = new MailboxCheck(db, guard, transports, health, mails, receiving);
const servers: ScriptedSmtpServer[] = [];
afterEach(() => {
  provider.requests.length = 0;
});
afterAll(async () => {
  await transports.close();
  for (const server of [...servers, provider, store]) await server.close();
});

const VALID = { refresh_token: 'old', access_token: 'seen', access_expires_at: Date.now() + 3_600_000 };

/** A mailbox with a valid token whose server does what the script says. */
async function newMailbox(script: Script = {}) {
  const server = await ScriptedSmtpServer.start({ script });
  servers.push(server);
  const at = { host: '127.0.0.1', port: server.port, security: 'none' } as const;
  const box = await storeMailbox(store, VALID, { ...OAUTH, ...at });
  const signIns = () =>
    server.commands
      .filter((line) => line.startsWith('AUTH'))
      .map((line) => Buffer.from(line.split(' ')[2] ?? '', 'base64').toString());
  /** As an attempt to send a mail does. */
  const send = async () => {
    const { row } = await readMailbox(store, box);
    const transport = await transports.of(box.ctx, row);
    if ('failure' in transport) throw new Error(transport.failure.message);
    const { mailboxFailure: failure } = await transport.send(newMail());
    if (failure !== null) await health.failed(box.ctx, row, failure);
    return failure?.code ?? null;
  };
  return { box, server, signIns, send };
}

describe('the test of a mailbox', () => {
  it('signs in with a new access token, which has what was granted meanwhile', async () => {
    const { box, signIns } = await newMailbox();
    const { checks, probe } = await check.run(box.ctx, box.row);
    expect(probe.status).toBe('none');
    expect(checks.map(({ status }) => status)).not.toContain('failed');
    expect(signIns()).not.toEqual([]);
    for (const signIn of signIns()) expect(signIn).toContain('Bearer granted');
    expect((await readMailbox(store, box)).secrets).toMatchObject({ access_token: 'granted' });
  });

  it('tells whether the domain of the address is verified, in whose name mails are signed', async () => {
    const { box, server } = await newMailbox();
    const signature = async () => (await check.run(box.ctx, box.row)).checks.at(-1);
    expect(await signature()).toMatchObject({ name: 'signature', status: 'skipped' });
    const { publicKey: public_key, privateKey } = await generateDkimKey();
    const id = newUuid();
    await db.transaction(box.ctx, (tx) =>
      tx.insert(SendingDomainRow, {
        ...{ id, domain: 'acme.example', selector: 'parley1', public_key, status: 'verified' },
        encrypted_key: encryptor.encrypt(privateKey, purposeOf(id)),
        ...{ record_states: {}, verified_at: new Date() },
      }),
    );
    expect(await signature()).toMatchObject({
      status: 'passed',
      detail: 'Mails are signed in the name of acme.example.',
    });
    expect(server.mails.map(({ content }) => /^DKIM-Signature:/m.test(content.toString()))).toEqual([
      false,
      true,
    ]);
  });
});

describe('an access token', () => {
  it.each<[Script, string]>([
    [{ auth: '535 5.7.3 Authentication unsuccessful' }, 'authentication_failed'],
    [
      { mail: '550 5.7.60 SMTP; Client does not have permissions to send as this sender' },
      'sender_not_allowed',
    ],
  ])('that is answered with %j is not used again', async (script, code) => {
    const { box, signIns, send } = await newMailbox(script);
    expect(await send()).toBe(code);
    expect(await readMailbox(store, box)).toMatchObject({
      row: { status: 'disconnected', status_reason: { code } },
      secrets: { refresh_token: 'old' },
    });
    expect((await readMailbox(store, box)).secrets).not.toHaveProperty('access_token');
    await send();
    expect(signIns()).toMatchObject([expect.stringContaining('seen'), expect.stringContaining('granted')]);
  });

  it('stays when the failure has another cause', async () => {
    const { box, send } = await newMailbox({ mail: '550 5.4.5 Daily sending quota exceeded' });
    expect(await send()).toBe('quota_exceeded');
    expect((await readMailbox(store, box)).secrets).toMatchObject({ access_token: 'seen' });
    expect(provider.requests).toEqual([]);
  });
});
