import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { listTickets, webhookEvents, webhookPayload } from '@parley/contracts';
import type { TestWorkspace } from '@parley/testing';
import { operator } from '../platform.ts';
import {
  addressesOf,
  type Addresses,
  type Block,
  GuideFolder,
  guidesFolder,
  isInstalled,
  isSample,
  LANGUAGES,
  readGuide,
  root,
} from './guide.ts';

const names = (await readdir(guidesFolder))
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => file.slice(0, -'.md'.length));

/** Programs that serve until they are stopped, and the tests that run them. */
const SERVERS: Readonly<Record<string, string>> = {
  'app.mjs': 'oauth.spec.ts',
  'connector.mjs': 'connector.spec.ts',
  'provider.mjs': 'connector.spec.ts',
  'subscriber.mjs': 'bus.services.spec.ts',
  'subscriber.py': 'bus.services.spec.ts',
  'receiver.mjs': 'receivers.spec.ts',
  'receiver.py': 'receivers.spec.ts',
  'config.ru': 'receivers.spec.ts',
  'receiver.php': 'receivers.spec.ts',
  'receiver.go': 'receivers.spec.ts',
};

async function inFolder(
  name: string,
  workspace: TestWorkspace,
  use: (folder: GuideFolder) => Promise<void>,
  addresses: Addresses = {},
): Promise<void> {
  const folder = await GuideFolder.create(await readGuide(name), workspace, {
    ...(await addressesOf(workspace)),
    ...addresses,
  });
  try {
    await use(folder);
  } finally {
    await folder.remove();
  }
}

describe.each(names)('the guide %s', (name) => {
  it('has commands that print what it shows', async () => {
    await inFolder(name, await operator.workspace(), (folder) => folder.runCommands());
  });

  it('has no code that no test runs', async () => {
    const blocks = await readGuide(name);
    const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
    for (const block of blocks) {
      const { language, file, text, isOutput } = block;
      if (language === 'sh' || isSample(block)) continue;
      if (['json', 'text'].includes(language)) {
        const isExample = name === 'events' && text.startsWith('{\n  "id": "evt_');
        expect({ text, isChecked: isOutput || isExample }).toEqual({ text, isChecked: true });
        continue;
      }
      if (language === 'html') {
        // The commands send what a browser would.
        const fields = [...text.matchAll(/<(?:input|textarea) name="(\w+)"/g)].map(
          ([, field]) => `'${field}=`,
        );
        expect(fields.filter((field) => !commands.some((command) => command.includes(field)))).toEqual([]);
        continue;
      }
      const isRun = commands.some((command) => command.includes(` ${file ?? ''}`)) || SERVERS[file ?? ''];
      expect({ name, language, file, isRun: file !== undefined && Boolean(isRun) }).toMatchObject({
        isRun: true,
      });
    }
  });
});

/** What the site shows in the place of commands: samples by language, by the text of their block. */
const samples = JSON.parse(await readFile(join(root, 'docs/guide-samples.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>;
const samplesIn = (blocks: readonly Block[], language: string) =>
  blocks.flatMap((block) => {
    if (isSample(block)) return block.language === language ? [block.text] : [];
    return block.language === 'sh' ? (samples[block.text.trimEnd()]?.[language] ?? []) : [];
  });
const guides = await Promise.all(names.map(async (name) => ({ name, blocks: await readGuide(name) })));
const installed = Object.keys(LANGUAGES).filter((language) =>
  isInstalled(LANGUAGES[language]?.program ?? '', ['--version'], `samples of the guides for ${language}`),
);
const sampled = guides.flatMap(({ name, blocks }) =>
  installed
    .filter((language) => samplesIn(blocks, language).length > 0)
    .map((language) => ({ name, language })),
);

describe.each(sampled)('the guide $name in $language', ({ name, language }) => {
  it('has samples that make one program, and fail where the commands do', async () => {
    const [first = ''] = samplesIn(await readGuide('getting-started'), language);
    await inFolder(name, await operator.workspace(), async (folder) => {
      await folder.runCommands();
      const own = samplesIn(folder.blocks, language);
      const { program = '', file = '' } = LANGUAGES[language] ?? {};
      const text = programOf(language, own[0] === first ? own : [first, ...own]);
      await writeFile(join(folder.path, file), folder.textOf({ text }));
      const { code, stdout, stderr } = await folder.run(program, [file]);
      expect({ code, stderr, text: code === 0 && stderr === '' ? '' : text }).toEqual({
        code: 0,
        stderr: '',
        text: '',
      });
      for (const error of refusalsIn(folder.blocks)) expect(stdout).toContain(error);
    });
  });
});

/** One program of samples, in which the later ones use what the earlier ones have. */
function programOf(language: string, texts: readonly string[]): string {
  if (language === 'php') return `<?php\n${texts.join('\n')}`;
  if (language !== 'js') return texts.join('\n');
  // A block for each, since several may declare the same name; imports are above all.
  const imports = texts.flatMap((text) => text.match(/^import .*$/gm) ?? []);
  const nested = texts.map((text) => `{\n${text.replaceAll(/^import .*$/gm, '')}`);
  return [...new Set(imports), ...nested, '}'.repeat(texts.length)].join('\n');
}

/** The errors that the commands show of which there are samples. */
function refusalsIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap(({ text, isOutput, language }, index) => {
    const command = blocks[index - 1]?.text.trimEnd() ?? '';
    if (language !== 'json' || !isOutput || samples[command] === undefined) return [];
    return (JSON.parse(text) as { error?: { code: string } }).error?.code ?? [];
  });
}

describe('the guides', () => {
  it('are all in the list of the index, in its order', async () => {
    const index = await readFile(join(guidesFolder, 'README.md'), 'utf8');
    const linked = [...index.matchAll(/^- \[[^\]]+\]\(([\w-]+)\.md\)/gm)].map(([, name]) => name);
    expect(linked.toSorted()).toEqual(names.toSorted());
  });

  it('and every other document link only to pages and headings that exist', async () => {
    const broken: string[] = [];
    const { stdout } = await promisify(execFile)('git', ['ls-files', '*.md'], { cwd: root });
    for (const file of stdout.trim().split('\n')) {
      const from = join(root, file);
      const text = await readFile(from, 'utf8');
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(target)) continue;
        const [path = '', anchor] = target.split('#');
        const to = path === '' ? from : join(dirname(from), path);
        const isThere = existsSync(to) && (anchor === undefined || (await anchorsOf(to)).includes(anchor));
        if (!isThere) broken.push(`${relative(root, from)}: ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('show each event with an example that has its form', async () => {
    const text = await readFile(join(guidesFolder, 'events.md'), 'utf8');
    const shown = [...text.matchAll(/^### (\S+)\n[^]*?```json\n([^]*?)```/gm)];
    expect(shown.map(([, type]) => type)).toEqual(webhookEvents.map(({ type }) => type));
    for (const [index, event] of webhookEvents.entries()) {
      const example: unknown = JSON.parse(shown[index]?.[2] ?? '');
      expect({ [event.type]: webhookPayload(event).safeParse(example).error?.issues }).toEqual({
        [event.type]: undefined,
      });
    }
  });
});

const workspace = await operator.workspace();

describe('the clients of the guides', () => {
  it('wait as long as Retry-After says', async () => {
    const { base_url: baseUrl, workspace_id: id } = workspace.credentials;
    await behindProxy(
      baseUrl,
      (response) =>
        response
          .writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' })
          .end('{"error": {"code": "rate_limit_exceeded", "message": "Too many requests."}}'),
      (proxy) =>
        inFolder('rate-limits', workspace, async (folder) => {
          const began = performance.now();
          const { stdout, stderr } = await folder.run('node', ['get.mjs', '/v1/me', proxy]);
          expect({ stdout, stderr }).toEqual({
            stdout: `${id}\n`,
            stderr: 'rate_limit_exceeded: again in 1 s\n',
          });
          expect(performance.now() - began).toBeGreaterThan(1_000);
        }),
    );
  });

  it('write once although a response is lost', async () => {
    const { base_url: baseUrl } = workspace.credentials;
    await behindProxy(
      baseUrl,
      (response) => response.destroy(),
      (proxy) =>
        inFolder('idempotency', workspace, async (folder) => {
          const { stdout } = await folder.run('node', ['create-ticket.mjs', 'lost-1', 'Only once', proxy]);
          expect(stdout).toBe('Only once open\n');
        }),
    );
    const { meta } = await workspace.test.ok(listTickets, { query: { q: '"only once"' } });
    expect(meta.total_count).toBe(1);
  });
});

/** Headings as GitHub and the rendered pages name them. */
async function anchorsOf(path: string): Promise<string[]> {
  if (!path.endsWith('.md')) return [];
  const text = await readFile(path, 'utf8');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** Forwards requests to the platform; the first one takes effect too, but gets another answer. */
async function behindProxy(
  baseUrl: string,
  answerFirst: (response: ServerResponse) => unknown,
  use: (proxy: string) => Promise<void>,
): Promise<void> {
  let seen = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat((await request.toArray()) as Buffer[]);
      const headers = Object.entries(request.headers).filter(([name]) => !/^(host|connection)$/.test(name));
      const forwarded = await fetch(baseUrl + (request.url ?? ''), {
        method: request.method ?? 'GET',
        headers: Object.fromEntries(headers) as Record<string, string>,
        ...(body.length === 0 ? {} : { body }),
      });
      const answer = await forwarded.text();
      seen += 1;
      if (seen === 1) answerFirst(response);
      else response.writeHead(forwarded.status, { 'content-type': 'application/json' }).end(answer);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(seen).toBe(2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
