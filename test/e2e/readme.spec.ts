import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { createTicket, createWebhook } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { TestApp } from './oauth/app.ts';
import { Browser } from './oauth/browser.ts';
import { operator } from './platform.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
/** In the README; here another one, which nobody else has. */
const PORT = 4000;

it('the receiver of the README verifies and prints deliveries', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [source = ''] = sourcesOf(readme);
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

it('the client of the README acts for a user who signs in and approves', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const source = sourcesOf(readme)[1] ?? '';
  expect(source.trim().split('\n').length).toBeLessThan(40);
  const port = await freePort();
  const home = `http://localhost:${port}`;
  const workspace = await operator.workspace();
  const app = await TestApp.create(workspace, { redirect_uri: `${home}/callback`, scopes: 'tickets:read' });
  const folder = await mkdtemp(join(root, 'node_modules', '.client-'));
  await writeFile(join(folder, 'client.mjs'), source.replaceAll('4001', String(port)));
  const args = [join(folder, 'client.mjs'), app.id, app.secret, app.baseUrl, app.authUrl];
  const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'] }, stdio: 'inherit' });
  try {
    // What it redirects to is reached by whichever name the platform has.
    await eventually(async () => (await fetch(home, { redirect: 'manual' })).status === 302);
    const browser = new Browser(app.authUrl);
    const sent = await browser.open(home);
    const consent = await browser.signIn(
      await browser.open(sent.location ?? sent.url),
      workspace.credentials,
    );
    const { location } = await browser.decide(consent, 'approve');
    expect(location?.startsWith(`${home}/callback?code=`)).toBe(true);
    expect((await browser.open(location ?? '')).text).toBe(`Acting for ${workspace.credentials.email}`);
    // A code that somebody else has is nothing that it asked for.
    const forged = await browser.open(`${home}/callback?code=ac_x&state=invented`);
    expect([forged.status, forged.text]).toEqual([400, 'unknown state']);
  } finally {
    child.kill();
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  }
});

it('the commands of the README upload a file and attach one', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [commands = '', ...others] = shellOf(readme).filter((block) => block.includes(' -F '));
  expect(others).toEqual([]);
  const { live } = await operator.workspace();
  const { stdout } = await run('bash', ['-euc', commands.replaceAll('http://localhost:3000', live.baseUrl)], {
    cwd: root,
    env: { PATH: process.env['PATH'], KEY: live.token },
  });
  const [file, message] = stdout.split(/(?<=})(?={)/).map((answer) => (JSON.parse(answer) as Uploaded).data);
  expect(file).toMatchObject({ name: 'README.md', folder: 'docs', mime_type: 'text/plain' });
  expect(message).toMatchObject({ body: 'See attached', attachments: [{ name: 'README.md' }] });
  for (const url of [file?.url, message?.attachments?.[0]?.url])
    expect(await (await fetch(url ?? '')).text()).toBe(readme);
});

interface Uploaded {
  data: { url?: string; attachments?: { url: string }[] };
}

function shellOf(readme: string): string[] {
  return [...readme.matchAll(/```sh\n([^]*?)```/g)].map(([, source = '']) => source);
}

/** The programs in JavaScript, in their order. */
function sourcesOf(readme: string): string[] {
  return [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, source = '']) => source);
}

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
