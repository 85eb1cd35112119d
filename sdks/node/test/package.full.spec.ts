// The package as it is published: built, packed, and used as programs use it. Takes half a minute, most of it the compiler.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../src/core/config.ts';

const library = join(import.meta.dirname, '..');
const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
let folder: string;

const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-client-'));
  execFileSync(process.execPath, ['build.mjs'], { cwd: library });
  const installed = join(folder, 'node_modules/@parley/client');
  mkdirSync(installed, { recursive: true });
  for (const name of ['package.json', 'README.md', 'dist'])
    cpSync(join(library, name), join(installed, name), { recursive: true });
  mkdirSync(join(folder, 'node_modules/@types'));
  for (const name of ['node', 'undici-types'])
    symlinkSync(
      join(library, '../../node_modules', name === 'node' ? '@types/node' : name),
      join(folder, 'node_modules', name === 'node' ? '@types/node' : name),
    );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the package', () => {
  it('has the version that its requests name, and needs no other package', () => {
    const { version, dependencies } = JSON.parse(
      readFileSync(join(library, 'package.json'), 'utf8'),
    ) as Record<string, unknown>;
    expect(version).toBe(VERSION);
    expect(dependencies).toBeUndefined();
  });

  it('is imported and required, and its errors are the same in both', () => {
    writeFileSync(
      join(folder, 'both.mjs'),
      `import { createRequire } from 'node:module';
      import { NotFoundError, Parley } from '@parley/client';
      import { verify } from '@parley/client/webhooks';
      import { OAuth } from '@parley/client/oauth';
      const require = createRequire(import.meta.url);
      const other = require('@parley/client');
      const answer = { status: 404, headers: {}, body: new Uint8Array() };
      console.log([
        other.Parley !== Parley,
        new other.NotFoundError(answer) instanceof NotFoundError,
        new NotFoundError(answer) instanceof other.ApiError,
        typeof verify, typeof OAuth, typeof require('@parley/client/webhooks').sign, typeof require('@parley/client/oauth').OAuth,
        require('@parley/client/package.json').name,
      ].join());`,
    );
    expect(node('--trace-warnings', 'both.mjs').trim()).toBe(
      'true,true,true,function,function,function,function,@parley/client',
    );
  });

  it('has types for programs of every kind', () => {
    const text = `
      import { Parley, type Ticket } from '@parley/client';
      import { verify } from '@parley/client/webhooks';
      import { OAuth } from '@parley/client/oauth';
      export const ticket: Promise<Ticket> = new Parley().tickets.get('ticket_1');
      export const uses = [verify, OAuth];
      // @ts-expect-error -- There is no such resource.
      new Parley().tikets;`;
    for (const name of ['module.mts', 'common.cts', 'plain.ts']) writeFileSync(join(folder, name), text);
    const common = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--target',
      'es2022',
      '--lib',
      'es2023',
    ];
    for (const [module, resolution, ...files] of [
      ['node16', 'node16', 'module.mts', 'common.cts'],
      ['nodenext', 'nodenext', 'module.mts', 'common.cts'],
      ['esnext', 'bundler', 'plain.ts'],
      ['commonjs', 'node10', 'plain.ts'],
    ] as string[][])
      node(
        tsc,
        '--ignoreConfig',
        ...common,
        '--types',
        'node',
        '--ignoreDeprecations',
        '6.0',
        '--module',
        module ?? '',
        '--moduleResolution',
        resolution ?? '',
        ...files,
      );
  });
});
