// Runs the bundle of a program in its place; a copy of this file lies beside the bundle (bundled-processes.mjs).
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { createRequire, Module } = require('node:module');
const path = require('node:path');
const { Script } = require('node:vm');

const program = process.argv[1];

/** The code that V8 has compiled is that of the first process of the program that ended in order. */
function run() {
  const filename = path.join(__dirname, 'all.cjs');
  const keptFile = path.join(__dirname, `${program.replaceAll(/\W/g, '-')}.code`);
  const kept = existsSync(keptFile) ? readFileSync(keptFile) : undefined;
  // Packages find the metadata of decorators in `Reflect`.
  require('reflect-metadata/Reflect.js');
  const source = readFileSync(filename, 'latin1');
  const script = new Script(source, { filename, ...(kept !== undefined && { cachedData: kept }) });
  const bundle = { exports: {} };
  script.runInThisContext()(bundle.exports, createRequire(program), bundle, filename, __dirname);
  bundle.exports[program]();
  if (kept !== undefined) return;
  process.once('exit', () => {
    const part = `${keptFile}.${process.pid}`;
    writeFileSync(part, script.createCachedData());
    renameSync(part, keptFile);
  });
}

// Node asks `runMain` for the program of its command line.
if (JSON.parse(readFileSync(path.join(__dirname, 'programs.json'), 'utf8')).includes(program))
  Module.runMain = run;
