import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import {
  listNoticeRecipients,
  type Input,
  type LinkNotice,
  type Result,
  sendNotice,
} from '@parley/contracts';
import { EventTransport, InProcessEvents } from '@parley/events';
import { FileTransport, InProcessFiles } from '@parley/files';
import { InProcessRpc, Rpc, RpcTransport } from '@parley/rpc';
import { systemContext } from '@parley/runtime/context';
import { startService } from '@parley/runtime/process';
import { newId } from '@parley/runtime/records';
import { read, decodedBody, valueOf } from '../composing/composed.fixture.ts';
import { MailModule } from '../mail.module.ts';
import type { ReceivedMail } from '../transports/smtp/scripted-smtp-server.fixture.ts';

export const KEYS = Buffer.alloc(32, 7).toString('base64');

export interface MailProcess {
  readonly app: INestApplicationContext;
  readonly rpc: Rpc;
  /** What the identity service answers, or `null` while it is away. */
  readonly identity: { recipients: Result<typeof listNoticeRecipients> | 'away' };
}

/** The service as one of several processes over a database, beside an identity service that knows the admins. */
export async function startMail(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<MailProcess> {
  const transport = new InProcessRpc();
  const identity: MailProcess['identity'] = { recipients: null };
  transport.serve('identity', (procedure) => {
    if (procedure !== listNoticeRecipients.id || identity.recipients === 'away')
      return Promise.reject(new Error(`${procedure} is not answered`));
    return Promise.resolve({ value: identity.recipients, replayed: false });
  });
  const app = await startService(MailModule, {
    name: 'mail',
    env: {
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEYS: KEYS,
      LOG_LEVEL: 'silent',
      MAIL_RETRY_SCHEDULE: '0s,100ms',
      MAIL_HTTP_PORT: '0',
      ...env,
    },
    providers: [
      { provide: RpcTransport, useValue: transport },
      { provide: FileTransport, useValue: new InProcessFiles() },
      { provide: EventTransport, useValue: new InProcessEvents(['mail']) },
    ],
  });
  return { app, rpc: new Rpc(transport), identity };
}

/** The settings of a process that sends through a server without encryption on this machine. */
export const through = (port: number) => ({
  SYSTEM_MAIL_URL: `smtp://127.0.0.1:${port}`,
  SYSTEM_MAIL_FROM: 'Parley <parley@acme.example>',
  MAIL_ALLOW_CIDRS: '127.0.0.1/32',
});

const HOUR_MS = 3_600_000;

export const resetLink = (expiresInMs = HOUR_MS): LinkNotice => ({
  kind: 'password_reset',
  link: `https://id.acme.example/password-resets/${randomUUID()}`,
  expires_at: new Date(Date.now() + expiresInMs).toISOString(),
});

export const invitation = (name = 'Acme', workspace = newId('workspace')): LinkNotice => ({
  kind: 'invitation',
  workspace: { id: workspace, name },
  link: `https://id.acme.example/invitations/${randomUUID()}`,
  expires_at: new Date(Date.now() + 7 * 24 * HOUR_MS).toISOString(),
});

/** Asks the service to send a notice; answers whether it does such things. */
export async function send(
  { rpc }: MailProcess,
  email: string,
  notice: LinkNotice,
  id = randomUUID(),
): Promise<boolean> {
  const input: Input<typeof sendNotice> = { id, email, notice };
  return (await rpc.call(sendNotice, systemContext(), input)).accepted;
}

let people = 0;
/** An address that no budget knows. */
export const newPerson = (): string => `person-${(people += 1)}-${randomUUID()}@example.com`;

/** A received notice, read. */
export function readMail({ content, to, from }: ReceivedMail) {
  const mail = read(content.toString('latin1'));
  const [plain, html] = mail.parts;
  if (plain === undefined || html === undefined) throw new Error('a notice has a text and an HTML');
  return {
    ...{ from, to, text: decodedBody(plain), html: decodedBody(html) },
    header: (name: string) => valueOf(mail, name),
  };
}
