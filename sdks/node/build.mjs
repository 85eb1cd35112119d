// Builds the package: JavaScript once as ESM and once as CommonJS, and declarations for each. The folder of each tells by its
// package.json which of the two it is. With --esm only what the platform itself runs, without a check of the types.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const dist = join(import.meta.dirname, 'dist');
const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');

function compile(project, ...options) {
  const args = [tsc, '-p', join(import.meta.dirname, project), ...options];
  if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) process.exit(1);
}

const formats = process.argv.includes('--esm') ? ['esm'] : ['esm', 'cjs'];
const PROJECTS = { esm: 'tsconfig.build.json', cjs: 'tsconfig.cjs.json' };
const TYPES = { esm: 'module', cjs: 'commonjs' };

rmSync(dist, { recursive: true, force: true });
if (formats.includes('cjs')) {
  // The declarations check the types, and have the comments, which are left out of the JavaScript.
  compile(PROJECTS.esm, '--emitDeclarationOnly');
  cpSync(join(dist, 'esm'), join(dist, 'cjs'), { recursive: true });
}
for (const format of formats) {
  compile(PROJECTS[format], '--declaration', 'false', '--removeComments', '--noCheck');
  writeFileSync(join(dist, format, 'package.json'), `${JSON.stringify({ type: TYPES[format] })}\n`);
}
