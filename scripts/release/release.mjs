// `npm run release -- 0.2.0 [--dry-run]`: sets the version everywhere, dates the changelog, updates the released API
// document (docs/compatibility.md), commits and tags. Pushing the commit and the tag is left to the caller.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { workspaceFolders } from '../dev/workspaces.mjs';

const root = join(import.meta.dirname, '../..');
const UNRELEASED = /^## Unreleased\n+(?=\S)(?!## )/m;

class ReleaseError extends Error {}

const read = (path) => readFileSync(join(root, path), 'utf8');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const toJson = (value) => `${JSON.stringify(value, null, 2)}\n`;
const isNewer = (version, other) => version.localeCompare(other, 'en', { numeric: true }) >= 0;

function checkRelease(version, current) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ReleaseError('usage: npm run release -- X.Y.Z [--dry-run]');
  if (!isNewer(version, current)) throw new ReleaseError(`${version} is older than the current ${current}`);
  if (git('tag', '--list', `v${version}`) !== '') throw new ReleaseError(`the tag v${version} exists`);
  if (git('status', '--porcelain') !== '') throw new ReleaseError('the working tree has uncommitted changes');
  if (!UNRELEASED.test(read('CHANGELOG.md')))
    throw new ReleaseError('CHANGELOG.md has no entries under "## Unreleased"');
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies'];

const withVersion = (manifest, version) => {
  const ours = (ranges) =>
    Object.fromEntries(
      Object.entries(ranges).map(([name, range]) => [name, name.startsWith('@parley/') ? version : range]),
    );
  const listed = DEPENDENCIES.filter((kind) => manifest[kind] !== undefined);
  return { ...manifest, version, ...Object.fromEntries(listed.map((kind) => [kind, ours(manifest[kind])])) };
};

/** The API document, the client libraries, the tags of images and artifacts, and the name of the Job that migrates: a Job cannot be changed. */
const VERSIONED = [
  ['libs/openapi/src/info.ts', /(?<=const VERSION = ')[^']+/, (version) => version],
  ['sdks/names.json', /(?<=")the next release(?=")/g, (version) => version],
  ['sdks/node/src/core/config.ts', /(?<=const VERSION = ')[^']+/, (version) => version],
  ['sdks/mcp/src/session.ts', /(?<=const VERSION = ')[^']+/, (version) => version],
  ['sdks/python/src/parley/_version.py', /(?<=__version__ = ")[^"]+/, (version) => version],
  ['sdks/ruby/lib/parley/version.rb', /(?<=VERSION = ')[^']+/, (version) => version],
  ['sdks/php/src/Client.php', /(?<=const VERSION = ')[^']+/, (version) => version],
  ['sdks/bus-python/pyproject.toml', /(?<=^version = ")[^"]+/m, (version) => version],
  ['charts/parley/Chart.yaml', /(?<=^(?:version|appVersion): )[\d.]+$/gm, (version) => version],
  ['k8s/base/kustomization.yaml', /(?<=newTag: )[\d.]+/g, (version) => version],
  ['k8s/components/operator/kustomization.yaml', /(?<=newTag: )[\d.]+/g, (version) => version],
  [
    'k8s/base/migration/kustomization.yaml',
    /(?<=nameSuffix: -v)[\d-]+/,
    (version) => version.replaceAll('.', '-'),
  ],
  [
    'k8s/overlays/ha/images/kustomization.yaml',
    /(?<=value: migration-v)[\d-]+(?=-0{8} )/,
    (version) => version.replaceAll('.', '-'),
  ],
  ['k8s/examples/flux.yaml', /(?<=tag: )[\d.]+/, (version) => version],
  ['k8s/examples/argo-cd.yaml', /(?<=targetRevision: )[\d.]+/, (version) => version],
];

/** The new contents of every file that contains the version or the changelog, by path. */
function changedFiles(version, date) {
  const workspaces = workspaceFolders(root);
  const manifests = ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)];
  const lock = JSON.parse(read('package-lock.json'));
  const packages = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    path === '' || workspaces.includes(path) ? withVersion(entry, version) : entry,
  ]);
  return new Map([
    ...manifests.map((path) => [path, toJson(withVersion(JSON.parse(read(path)), version))]),
    ['package-lock.json', toJson({ ...lock, version, packages: Object.fromEntries(packages) })],
    ...VERSIONED.map(([path, pattern, written]) => [path, read(path).replace(pattern, written(version))]),
    [
      'CHANGELOG.md',
      read('CHANGELOG.md').replace(UNRELEASED, `## Unreleased\n\n## ${version} (${date})\n\n`),
    ],
  ]);
}

function release([version = '', ...rest], isDryRun) {
  checkRelease(rest.length === 0 ? version : '', JSON.parse(read('package.json')).version);
  const files = changedFiles(version, new Date().toISOString().slice(0, 10));
  const documents = ['openapi', 'asyncapi'].flatMap((name) => [
    `${name}/${name}.json`,
    `${name}/released.json`,
  ]);
  const subject = `build: release ${version}`;
  if (isDryRun) {
    console.log(['Would change:', ...files.keys(), ...documents].join('\n  '));
    console.log(`Would commit "${subject}" and tag v${version}`);
    return;
  }
  for (const [path, content] of files) writeFileSync(join(root, path), content);
  const run = (program, ...args) =>
    execFileSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  run('npm', 'run', 'build');
  for (const name of ['openapi', 'asyncapi'])
    run(process.execPath, `scripts/generate/${name}.mjs`, '--release');
  run(process.execPath, 'sdks/generator/main.mjs');
  git('add', '--', ...files.keys(), ...documents, 'sdks', 'docs/samples.json', 'docs/guide-samples.json');
  git('commit', '--quiet', '--message', subject);
  git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
  console.log(`Committed and tagged v${version}. Publish it with: git push --follow-tags`);
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  });
  release(positionals, values['dry-run']);
} catch (error) {
  if (!(error instanceof ReleaseError) && !error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
  console.error(`release: ${error.message}`);
  process.exitCode = 2;
}
