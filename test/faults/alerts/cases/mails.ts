import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createConversation, createMailbox, createMessage, deleteMailbox } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { AlertFault } from '../alert-fault.ts';
import type { Stage } from '../stage.ts';

const REPLY_EVERY_MS = 500;
/** In one conversation a mail waits for the one before it. */
const CONVERSATIONS = 3;

/** A mailbox of a server that answers as told, and a reply in one of its conversations. */
async function mailing(
  stage: Stage,
  answers: Pick<SMTPServerOptions, 'onMailFrom' | 'onRcptTo' | 'onData'>,
  limits: { concurrency?: number } = {},
) {
  const client = stage.scene.client(stage.scene.workspace.credentials.live_key);
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    ...answers,
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  // What the faults before have left may last for a moment.
  const { data: mailbox } = await eventually(() =>
    client.ok(createMailbox, {
      body: {
        name: 'Support',
        address: `support-${randomUUID()}@example.com`,
        transport: { type: 'smtp', host: '127.0.0.1', port, security: 'none' },
        limits,
      },
    }),
  );
  const conversations = await Promise.all(
    Array.from({ length: CONVERSATIONS }, () =>
      eventually(() =>
        client.ok(createConversation, {
          body: { contact: { email: `${randomUUID()}@example.com` }, mailbox_id: mailbox.id },
        }),
      ),
    ),
  );
  const replyInEach = () =>
    Promise.all(
      conversations.map(({ data: { id } }) =>
        eventually(() =>
          client.ok(createMessage, { params: { conversation_id: id }, body: { body: 'On its way.' } }),
        ),
      ),
    );
  const end = async () => {
    const params = { mailbox_id: mailbox.id };
    await eventually(async () => [204, 404].includes((await client.call(deleteMailbox, { params })).status));
    await new Promise<void>((resolve) => server.close(resolve));
  };
  return { replyInEach, end };
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

export const mails: readonly AlertFault[] = [
  {
    name: 'mailbox-refused',
    title: 'the server of a mailbox asks for a sign-in that the mailbox does not have',
    alerts: ['ParleyMailboxDisconnected'],
    async begin(stage) {
      const { replyInEach, end } = await mailing(stage, {
        onMailFrom: (_address, _session, done) => done(refusal(530, '5.7.0 Authentication required')),
      });
      await replyInEach();
      return end;
    },
  },
  {
    name: 'mail-server-hangs',
    title: 'the server of a mailbox, which gets one mail at a time, does not answer to the data of a mail',
    alerts: ['ParleyMailBacklogOld'],
    async begin(stage) {
      const onData: SMTPServerOptions['onData'] = (stream) => void stream.resume();
      const { replyInEach, end } = await mailing(stage, { onData }, { concurrency: 1 });
      await replyInEach();
      return end;
    },
  },
  {
    name: 'mails-rejected',
    title: 'the server of a mailbox refuses every recipient',
    alerts: ['ParleyMailAttemptsFail'],
    async begin(stage) {
      const { replyInEach, end } = await mailing(stage, {
        onRcptTo: (_address, _session, done) => done(refusal(550, '5.7.1 Your address is on a blocklist')),
      });
      const stop = stage.repeat(REPLY_EVERY_MS, replyInEach);
      return async () => {
        await stop();
        await end();
      };
    },
  },
];
