import { afterEach } from '@jest/globals';
import { Readable } from 'node:stream';
import { allowCidrs, EgressGuard } from '@parley/egress';
import type { OutgoingMail } from '../transport.ts';
import { ScriptedSmtpServer, type ScriptedSmtpServerOptions } from './scripted-smtp-server.fixture.ts';
import type { SmtpOptions, SmtpTimeouts } from './smtp-options.ts';
import { SmtpTransport } from './smtp-transport.ts';

const open: { close(): Promise<void> }[] = [];
// The transports before their servers.
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

/** Closes it after the test. */
export function closing<T extends { close(): Promise<void> }>(one: T): T {
  open.push(one);
  return one;
}

export const newServer = async (options?: ScriptedSmtpServerOptions) =>
  closing(await ScriptedSmtpServer.start(options));

/** Resolves every name to this machine. */
export const guard = new EgressGuard({
  allow: allowCidrs.parse('127.0.0.1/32'),
  resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
});

/** Long enough for any machine; a test shortens the one that it waits for. */
export const LONG: SmtpTimeouts = { connect: 60_000, setup: 60_000, command: 60_000, reply: 60_000 };

export const newTransport = (server: ScriptedSmtpServer, options: Partial<SmtpOptions> = {}) =>
  closing(
    new SmtpTransport({
      ...{ guard, host: 'smtp.test', port: server.port, timeouts: LONG },
      ...{ security: 'none', authentication: null },
      ...options,
    }),
  );

export const CONTENT = 'Subject: Hello\r\n\r\nHow are you?\r\n';

export function newMail(to: readonly string[] = ['dana@example.com'], content = CONTENT): OutgoingMail {
  const bytes = Buffer.from(content);
  return {
    envelope: { from: 'support@acme.example', to },
    messageId: '<a1b2c3@acme.example>',
    size: bytes.length,
    needsSmtpUtf8: false,
    open: () => Readable.from([bytes]),
  };
}
