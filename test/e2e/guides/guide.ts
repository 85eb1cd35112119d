import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import type { TestWorkspace } from '@parley/testing';
import { freePorts } from '../../setup/services-process.mjs';
import { operatorEnv } from '../platform.ts';

export const root = join(import.meta.dirname, '../../..');
export const guidesFolder = join(root, 'docs/guides');

/** A fenced block. `json` and `text` directly below commands are what these print; `…` stands for any text. */
export interface Block {
  language: string;
  text: string;
  /** The name of a program is the comment in its first or second line. */
  file: string | undefined;
  /** Whether only blank lines separate it from the block before it. */
  isOutput: boolean;
}

export function blocksOf(markdown: string): Block[] {
  let end = 0;
  return [...markdown.matchAll(/^```(\S*)\n([^]*?)^```$/gm)].map((match) => {
    const [fenced, language = '', text = ''] = match;
    const isOutput = end > 0 && markdown.slice(end, match.index).trim() === '';
    end = match.index + fenced.length;
    const file = /^(?:<\?php\n)?(?:\/\/|#) ([\w-]+\.\w+)\n/.exec(text)?.[1];
    return { language, text, isOutput, file };
  });
}

/**
 * Posts to a server of an example, and returns the status. The connection is used once: such a server closes one that is idle
 * for five seconds, which may be the moment at which the next request is sent.
 */
export async function postTo(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers: { ...headers, connection: 'close' }, body });
  await response.arrayBuffer();
  return response.status;
}

export async function readGuide(name: string): Promise<Block[]> {
  return blocksOf(await readFile(join(guidesFolder, `${name}.md`), 'utf8'));
}

/** How a program in a language is run where its client library is installed. */
export const LANGUAGES: Readonly<Record<string, { program: string; file: string }>> = {
  js: { program: 'node', file: 'samples.mjs' },
  python: { program: 'python3', file: 'samples.py' },
  ruby: { program: 'ruby', file: 'samples.rb' },
  php: { program: 'php', file: 'samples.php' },
};

/** Whether a block shows calls of a client library; a program of its own has a name. */
export const isSample = ({ language, file }: Block) => language in LANGUAGES && file === undefined;

/** The guides write addresses as on the reader's machine; here they are those of the platform under test. */
export type Addresses = Readonly<Record<string, string>>;

export async function addressesOf({ credentials }: TestWorkspace): Promise<Addresses> {
  return {
    'http://localhost:3000': credentials.base_url,
    'http://localhost:3001': credentials.auth_url,
    ':4000': `:${await freePort()}`,
  };
}

const replaced = (text: string, addresses: Addresses) =>
  Object.entries(addresses).reduce((all, [from, to]) => all.replaceAll(from, to), text);

/**
 * A folder as the reader has it: the programs of a guide under their names, and the credentials of a workspace. It is in
 * the checkout, whose packages and operator commands it finds.
 */
export class GuideFolder {
  private constructor(
    readonly path: string,
    readonly blocks: readonly Block[],
    readonly addresses: Addresses,
    readonly env: Record<string, string>,
  ) {}

  static async create(
    blocks: readonly Block[],
    workspace: TestWorkspace,
    addresses: Addresses,
  ): Promise<GuideFolder> {
    const path = await mkdtemp(join(root, 'node_modules', '.guide-'));
    const files = blocks.flatMap(({ file, text }): [string, string][] =>
      file === undefined ? [] : [[file, replaced(text, addresses)]],
    );
    files.push(
      ['.data/credentials.json', JSON.stringify(workspace.credentials)],
      ['vendor/autoload.php', `<?php require '${join(root, 'sdks/php/autoload.php')}';`],
    );
    for (const [file, text] of files) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), text);
    }
    const env = {
      ...operatorEnv,
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? path,
      KEY: workspace.test.token ?? '',
      PYTHONPATH: join(root, 'sdks/python/src'),
      RUBYLIB: join(root, 'sdks/ruby/lib'),
    };
    return new GuideFolder(path, blocks, addresses, env);
  }

  /**
   * Runs the commands in one shell, and compares what each block prints with what the guide shows. What they export, later programs
   * have, too.
   */
  async runCommands(): Promise<void> {
    const commands = this.blocks.filter(({ language }) => language === 'sh');
    if (commands.length === 0) return;
    const blocks = commands.map((block) => `printf '\\036'\n${this.textOf(block)}`);
    const script = ['set -euo pipefail', ...blocks, String.raw`printf '\036'`, 'env -0'].join('\n');
    const { code, stdout, stderr } = await this.run('bash', ['-c', script]);
    if (code !== 0) throw new Error(`the commands failed (${code}):\n${stdout}\n${stderr}`);
    const printed = stdout.split('\u001e').slice(1);
    for (const [index, command] of commands.entries())
      expectOutput(printed[index] ?? '', this.blocks[this.blocks.indexOf(command) + 1]);
    for (const variable of printed[commands.length]?.split('\0') ?? []) {
      const [name = '', ...value] = variable.split('=');
      if (name !== '') this.env[name] = value.join('=');
    }
  }

  textOf({ text }: Pick<Block, 'text'>): string {
    return replaced(text, this.addresses);
  }

  /** Runs a program until it ends. */
  async run(
    program: string,
    args: readonly string[],
  ): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const child = spawn(program, args, { cwd: this.path, env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, ...output };
  }

  /** Starts a program that serves until it is ended. */
  start(program: string, args: readonly string[], env: Record<string, string> = {}): Started {
    return start(program, args, { cwd: this.path, env: { ...this.env, ...env } });
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}

export interface Started {
  printed: () => string;
  /** Resolves with the code with which it has exited. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Starts a program that serves until it is ended; its group gets the signal, since `go run` starts a child. */
export function start(
  program: string,
  args: readonly string[],
  { cwd = root, env }: { cwd?: string; env: NodeJS.ProcessEnv },
): Started {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  const closed = once(child, 'close') as Promise<[number | null]>;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    printed: () => output,
    end: async (signal = 'SIGKILL') => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, signal);
      const [code] = await closed;
      return code;
    },
  };
}

function expectOutput(printed: string, expected: Block | undefined): void {
  if (expected?.isOutput !== true) return;
  if (expected.language === 'json')
    expect(JSON.parse(printed)).toMatchObject(withWildcards(JSON.parse(expected.text)) as object);
  else expect(printed.trim()).toMatch(wildcard(expected.text.trim()));
}

function withWildcards(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('…') ? expect.stringMatching(wildcard(value)) : value;
  if (Array.isArray(value)) return value.map(withWildcards);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withWildcards(one)]));
}

const wildcard = (text: string) =>
  new RegExp(
    `^${text
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.*')}$`,
  );

/** Whether a program can be run here; if not, it is said once, so that nobody takes it for tested. */
export function isInstalled(program: string, args: readonly string[], what: string): boolean {
  const { status } = spawnSync(program, args, { stdio: 'ignore' });
  if (status !== 0)
    process.stderr.write(`not run: ${what}, because this fails: ${[program, ...args].join(' ')}\n`);
  return status === 0;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}
