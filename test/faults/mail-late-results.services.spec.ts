import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ScriptedSmtpServer } from '../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import { holdStage } from './mail/held-stage.ts';
import { Mailing } from './mail/mailing.ts';
import { checkout } from './rolling/releases.ts';

let server: ScriptedSmtpServer;
let mailing: Mailing;

beforeAll(async () => {
  server = await ScriptedSmtpServer.start();
  mailing = await Mailing.start({ rolling: ['mail'] });
});
afterAll(async () => {
  await mailing.close();
  await server.close();
});

it.each([
  ['250 2.0.0 taken', 'sent'],
  ['550 5.7.1 not from you', 'failed'],
] as const)(
  'the answer %j counts when a process that was taken for dead has read it, and nothing is sent twice',
  async (answer, status) => {
    const { deployment } = mailing;
    const transport = { type: 'smtp', host: '127.0.0.1', port: server.port, security: 'none' } as const;
    const mailbox = await mailing.connectMailbox(transport, { on_unknown: 'hold' });
    const { reached, release } = holdStage(server, 'end');
    const message = await mailing.reply(await mailing.converse(mailbox));
    await reached;
    // The process that recovers it.
    await deployment.restart('mail 1', checkout);
    deployment.signal('mail 0', 'SIGSTOP');
    expect(await mailing.delivered(message)).toMatchObject({ status: 'unknown' });
    release(answer);
    deployment.signal('mail 0', 'SIGCONT');
    await mailing.delivered(message, [status]);
    await deployment.kill('mail 1', 'SIGTERM');
    expect(server.mails.splice(0)).toHaveLength(1);
  },
);
