// `node scripts/release/packages.mjs --out FOLDER`: builds what is published of the client libraries, the MCP server and the bus
// subscribers: packages for npm, wheels and source archives for Python, a gem, and an archive for Composer. Needs python3 with
// hatchling, and ruby. Publishes nothing: .github/workflows/release.yml does.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from '../dev/prepare.mjs';

const root = join(import.meta.dirname, '../..');
const { out = '' } = parseArgs({ options: { out: { type: 'string' } } }).values;
if (out === '') {
  console.error('usage: node scripts/release/packages.mjs --out FOLDER');
  process.exit(2);
}
const folder = resolve(out);
mkdirSync(folder, { recursive: true });
// The builds of the MCP server and the subscriber; the Node.js library builds itself when it is packed.
await prepare();

const run = (library, program, ...args) =>
  execFileSync(program, args, { cwd: join(root, 'sdks', library), stdio: ['ignore', 'inherit', 'inherit'] });
for (const library of ['node', 'bus', 'mcp', 'python', 'bus-python', 'ruby'])
  cpSync(join(root, 'LICENSE'), join(root, 'sdks', library, 'LICENSE'));
run('node', process.execPath, 'build.mjs');
for (const library of ['node', 'bus', 'mcp'])
  run(library, 'npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder);
for (const library of ['python', 'bus-python'])
  run(library, 'python3', '-m', 'hatchling', 'build', '--directory', folder);
run(
  'ruby',
  'gem',
  'build',
  '--silent',
  'parley-client.gemspec',
  '--output',
  join(folder, 'parley-client.gem'),
);
const archive = [
  '--format=zip',
  '--add-file=../../LICENSE',
  `--output=${join(folder, 'parley-client-php.zip')}`,
];
run('php', 'git', 'archive', ...archive, 'HEAD', '--', 'src', 'composer.json', 'README.md');
