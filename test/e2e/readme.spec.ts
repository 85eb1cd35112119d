import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createTicket, createWebhook } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { operator } from './platform.ts';

const root = join(import.meta.dirname, '../..');
/** In the README; here another one, which nobody else has. */
const PORT = 4000;

it('the receiver of the README verifies and prints what a subscription delivers', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const source = /```js\n([^]*?)```/.exec(readme)?.[1] ?? '';
  expect(source.trim().split('\n').length).toBeLessThanOrEqual(15);
  expect(source).toContain(`listen(${PORT},`);
  const port = await freePort();
  const { live } = await operator.workspace();
  const { data: webhook } = await live.ok(createWebhook, {
    body: { url: `http://127.0.0.1:${port}/`, events: ['ticket.*'] },
  });
  // Inside the project, so that it finds the packages that the README says it needs.
  const folder = await mkdtemp(join(root, 'node_modules', '.receiver-'));
  await writeFile(join(folder, 'receiver.mjs'), source.replace(`listen(${PORT},`, `listen(${port},`));
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs'), webhook.signing_secret], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await eventually(() => isListening(port));
    const { data: ticket } = await live.ok(createTicket, { body: { subject: 'README' } });
    await eventually(() => printed.includes(`ticket.created ${ticket.id}\n`));
  } finally {
    child.kill();
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  }
});

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
