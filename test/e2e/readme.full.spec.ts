import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createContact, createTicket } from '@parley/contracts';
import { eventually, type TestWorkspace } from '@parley/testing';
import { operate } from '../../apps/cli/src/operate.fixture.ts';
import { composeServices } from '../setup/compose.mjs';
import { addressesOf, type Block, blocksOf, freePort, GuideFolder, root } from './guides/guide.ts';
import { operator, operatorEnv } from './platform.ts';

/** What each block of the README contains that no other does. */
const PARLEY = join(root, 'apps/cli/bin/parley.mjs');
const BLOCKS = {
  start: 'npm start',
  request: 'The printer is on fire',
  file: '-F file=@README.md',
  mail: '"transport": {"type": "sandbox"}',
  receiver: "from 'standardwebhooks'",
  webhook: 'node receiver.mjs',
  library: "from '@parley/client'",
  commands: 'workspace:create --name Acme --plan',
  services: 'npm run services',
} as const;

const readme = await readFile(join(root, 'README.md'), 'utf8');
const blocks = blocksOf(readme);

function blockOf(name: keyof typeof BLOCKS): Block {
  const [found, ...others] = blocks.filter(({ text }) => text.includes(BLOCKS[name]));
  if (found === undefined || others.length > 0) throw new Error(`not one block contains ${BLOCKS[name]}`);
  return found;
}

it('the README has no code that no test runs', () => {
  const tested = new Set(Object.keys(BLOCKS).map((name) => blockOf(name as keyof typeof BLOCKS)));
  expect(blocks.filter((block) => !tested.has(block)).map(({ text }) => text)).toEqual([]);
});

it('the commands of the README create a ticket, upload a file and attach one', async () => {
  const workspace = await operator.workspace();
  const folder = await GuideFolder.create([], workspace, await addressesOf(workspace));
  try {
    await writeFile(join(folder.path, 'README.md'), readme);
    const script = [blockOf('request'), blockOf('file')].map((block) => folder.textOf(block));
    const { stdout } = await folder.run('bash', ['-euc', script.join("\nprintf '\\036'\n")]);
    const [created = '', uploaded = ''] = stdout.split('\u001e');
    expect(created).toMatch(/^HTTP\/1.1 201 Created\r\n[^]*"subject":"The printer is on fire"/);
    const [file, message] = uploaded
      .split(/(?<=})(?={)/)
      .map((answer) => (JSON.parse(answer) as Uploaded).data);
    expect(file).toMatchObject({ name: 'README.md', folder: 'docs', mime_type: 'text/plain' });
    expect(message).toMatchObject({ body: 'See attached', attachments: [{ name: 'README.md' }] });
    for (const url of [file?.url, message?.attachments?.[0]?.url])
      expect(await (await fetch(url ?? '')).text()).toBe(readme);
  } finally {
    await folder.remove();
  }
});

it('the reply of the README is delivered by the sandbox', async () => {
  const workspace = await operator.workspace();
  const folder = await GuideFolder.create([], workspace, await addressesOf(workspace));
  try {
    // The time that a reader waits is no promise.
    const text = folder
      .textOf(blockOf('mail'))
      .replace(/sleep \d+ &&(.*?) *#.*/, 'until$1 | grep \'"status":"delivered"\'; do sleep 1; done');
    const script = `KEY=$(node -p "require('./.data/credentials.json').live_key")\n${text}`;
    const { code, stdout } = await folder.run('bash', ['-euc', script]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('"status":"queued"') });
  } finally {
    await folder.remove();
  }
});

it('the receiver of the README verifies and prints deliveries', async () => {
  const receiver = blockOf('receiver');
  expect(receiver.text.trim().split('\n').length).toBeLessThanOrEqual(15);
  const workspace = await operator.workspace();
  const port = String(await freePort());
  const folder = await GuideFolder.create([{ ...receiver, file: 'receiver.mjs' }], workspace, {
    ...(await addressesOf(workspace)),
    ':4000': `:${port}`,
    'listen(4000,': `listen(${port},`,
  });
  const program = folder.start('bash', ['-euc', folder.textOf(blockOf('webhook'))], {
    KEY: workspace.live.token ?? '',
  });
  try {
    // The webhook receives what is created after it.
    const lines: string[] = [];
    await eventually(async () => {
      const { data: ticket } = await workspace.live.ok(createTicket, { body: { subject: 'README' } });
      lines.push(`ticket.created ${ticket.id}\n`);
      expect(lines.some((line) => program.printed().includes(line))).toBe(true);
    });
  } finally {
    await program.end();
    await folder.remove();
  }
});

it('the client library of the README lists tickets', async () => {
  const workspace = await operator.workspace();
  const { data: ticket } = await workspace.live.ok(createTicket, { body: { subject: 'README' } });
  const library = { ...blockOf('library'), file: 'list.mjs' };
  const folder = await GuideFolder.create([library], workspace, await addressesOf(workspace));
  const { stdout, stderr } = await folder.run(process.execPath, ['list.mjs', workspace.live.token ?? '']);
  await folder.remove();
  expect([stdout, stderr]).toEqual([`${ticket.id} README\n`, '']);
});

it('the operator commands of the README succeed', async () => {
  const workspace = await operator.workspace();
  const { live, credentials } = workspace;
  const { data: contact } = await live.ok(createContact, { body: { email: 'dana@example.com' } });
  const ids: Record<string, string> = { ws_: credentials.workspace_id, contact_: contact.id };
  // They are examples, not a script: a user who is deactivated half-way would not exist for the others.
  const lines = commandLines(blockOf('commands'));
  expect(lines.length).toBeGreaterThan(5);
  const last = lines.filter((line) => line.includes('inactive'));
  for (const line of [...lines.filter((one) => !last.includes(one)), ...last]) {
    const [name = '', ...words] = line;
    const args = words.map((word) => word.replace(/^(\w+_)…$/, (_, prefix: string) => ids[prefix] ?? word));
    const printed = await runCommand(workspace, name, args);
    // A later command changes what an earlier one has made.
    for (const value of Object.values(JSON.parse(printed) as Record<string, unknown>)) {
      const prefix =
        typeof value === 'string' ? /^(?:user|key|pat|app)_(?=\w{26}$)/.exec(value)?.[0] : undefined;
      if (prefix !== undefined) ids[prefix] = String(value);
    }
  }
});

it('what the README starts exists', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  // test/faults/start-and-stop.spec.ts, the setup of e2e-services and test/faults/compose.services.spec.ts run them.
  const text = blockOf('start').text + blockOf('services').text;
  const names = [...text.matchAll(/npm (?:run (?:-s )?)?([\w:]+)/g)].map(([, name = '']) => name);
  expect(names).toContain('services');
  expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
  const [, service = ''] = /docker compose run --rm (\w+)/.exec(text) ?? [];
  expect(Object.keys(composeServices())).toContain(service);
});

/** The commands of a block without comments, each as its name and arguments. */
function commandLines({ text }: Block): string[][] {
  return text
    .split('\n')
    .map((line) => /^(?:npm run -s|npx parley) ([^#]+)/.exec(line)?.[1] ?? '')
    .filter((line) => line !== '')
    .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''))
    .map((words) => words.filter((word) => word !== '--'));
}

/** In this process, because a process for each takes longer than all that they do. `seed` reports as it goes. */
async function runCommand(workspace: TestWorkspace, name: string, args: readonly string[]): Promise<string> {
  if (name !== 'seed') return operate(name, args, operatorEnv);
  const folder = await GuideFolder.create([], workspace, {});
  // A hundredth of the records is enough.
  const fewer = args.map((word) => word.replace(/^(\d+)00$/, '$1'));
  const { code, stdout, stderr } = await folder.run(process.execPath, [PARLEY, name, '--json', ...fewer]);
  await folder.remove();
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

interface Uploaded {
  data: { url?: string; attachments?: { url: string }[] };
}
