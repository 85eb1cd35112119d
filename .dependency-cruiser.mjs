// The boundaries of docs: libs are layered (contracts < runtime < persistence, events, rpc, authentication, egress <
// testing), a service imports no service, each driver stays in the library that wraps it, and sdks/bus, which events is
// on, imports none.
const tests = '\\.(spec|fixture|conformance|harness|type-spec)\\.ts$';
const driver = (name, module, home) => ({
  name,
  comment: `only ${home} talks to ${module}`,
  severity: 'error',
  from: { pathNot: [`^(${home}|test|bench|sdks/[^/]+/conformance)/`, tests] },
  to: { path: `node_modules/${module}/` },
});

const entrances = 'web|session-api';
const grants = 'sign-in|oauth|invitations|links|notices';
/**
 * Rooms of identity, and those above that they may not import. Three imports are exceptions: a change of a user ends
 * their access, an administrator's credential is locked with them, and a workspace is created with its first keys.
 */
const identityLayers = [
  ['users-are-lowest', 'users|workspaces|teams|audit', `${entrances}|${grants}|tokens|credentials`],
  ['tokens-are-below-sign-in', 'tokens|credentials', `${entrances}|${grants}`],
  ['sign-in-is-below-web', grants, entrances],
];
const identityExceptions = [
  ['users/users.handlers.ts', 'sign-in/user-access.ts'],
  ['users/acting-admin.ts', 'tokens/tokens.queries.ts'],
  ['workspaces/workspaces.handlers.ts', 'tokens/token.repository.ts'],
];

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      comment: 'Vite resolves the addresses of files itself, and fails if there is none',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?url$' },
    },
    {
      name: 'contracts-import-only-zod',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: tests },
      to: { pathNot: ['^libs/contracts/', 'node_modules/zod/'] },
    },
    {
      name: 'contract-tools-import-only-contracts',
      comment: 'openapi and sample-data derive from the contracts alone',
      severity: 'error',
      from: { path: '^libs/(openapi|sample-data)/', pathNot: tests },
      to: { pathNot: ['^libs/(contracts|$1)/', 'node_modules/zod/'] },
    },
    {
      name: 'runtime-is-below',
      comment: 'except what puts a process together, which nothing below it imports',
      severity: 'error',
      from: {
        path: '^libs/runtime/',
        pathNot: [tests, '^libs/runtime/src/(run-service|http/public-server)\\.ts$'],
      },
      to: { path: '^libs/', pathNot: '^libs/(contracts|runtime)/' },
    },
    {
      name: 'middle-libs-are-siblings',
      comment: 'persistence, events, rpc, authentication and egress do not know each other',
      severity: 'error',
      from: { path: '^libs/(persistence|events|rpc|authentication|egress)/', pathNot: tests },
      to: { path: '^libs/', pathNot: '^libs/(contracts|runtime|$1)/' },
    },
    {
      name: 'bus-imports-only-amqplib',
      comment: 'sdks/bus is published, and what is published depends on nothing that is not',
      severity: 'error',
      from: { path: '^sdks/bus/src/', pathNot: tests },
      to: { pathNot: ['^sdks/bus/src/', 'node_modules/amqplib/'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'bus-is-for-events',
      comment: 'other libs and services subscribe by @On',
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: '^libs/events/' },
      to: { path: '^sdks/bus/' },
    },
    {
      name: 'mcp-is-a-client',
      comment: 'sdks/mcp is published: it calls the API by the client library, as anybody else',
      severity: 'error',
      from: { path: '^sdks/mcp/src/' },
      to: {
        pathNot: ['^sdks/(mcp|node)/', 'node_modules/(zod|@modelcontextprotocol/server)/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'mcp-is-for-the-gateway',
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: ['^apps/gateway/src/mcp/', tests] },
      to: { path: '^sdks/(mcp|node)/' },
    },
    {
      name: 'lists-are-on-persistence',
      severity: 'error',
      from: { path: '^libs/lists/', pathNot: tests },
      to: { path: '^libs/', pathNot: '^libs/(contracts|runtime|persistence|lists)/' },
    },
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: ['^libs/testing/', tests] },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'libs-import-no-app',
      severity: 'error',
      from: { path: '^libs/', pathNot: tests },
      to: { path: '^apps/' },
    },
    {
      name: 'service-imports-no-service',
      comment: 'services meet over rpc and events; standalone alone puts them together',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    ...identityLayers.map(([name, below, above]) => ({
      name: `identity-${name}`,
      comment: 'web and session API on sign-in and OAuth, on tokens and credentials, on users and workspaces',
      severity: 'error',
      from: {
        path: `^apps/identity/src/(${below})/`,
        pathNot: [tests, ...identityExceptions.map(([file]) => `^apps/identity/src/${file}$`)],
      },
      to: { path: `^apps/identity/src/(${above})/` },
    })),
    ...identityExceptions.map(([file, imported]) => ({
      name: 'identity-exceptions-are-three-imports',
      severity: 'error',
      from: { path: `^apps/identity/src/${file}$` },
      to: {
        path: `^apps/identity/src/(${entrances}|${grants}|tokens|credentials)/`,
        pathNot: `^apps/identity/src/${imported}$`,
      },
    })),
    {
      name: 'operations-image-without-postgresql',
      comment: 'scripts/build/image.mjs leaves it out of the image that migrates and runs operator commands',
      severity: 'error',
      from: { path: '^apps/(standalone/src/db-migrate\\.ts$|cli/src/)', pathNot: tests },
      to: { path: '^libs/embedded-postgres/', reachable: true },
    },
    {
      name: 'console-takes-types-only',
      comment: 'the browser loads nothing of the libraries: their types are erased',
      severity: 'error',
      from: { path: '^apps/console/src/', pathNot: tests },
      to: { path: '^libs/', dependencyTypesNot: ['type-only'] },
    },
    driver('react-in-console', '(react|react-dom|@mantine|@tanstack)', 'apps/console'),
    driver('typeorm-in-persistence', 'typeorm', 'libs/persistence'),
    driver('pg-in-persistence', 'pg', '(libs/persistence|libs/testing|libs/embedded-postgres)'),
    driver('mcp-sdk-in-mcp', '@modelcontextprotocol', 'sdks/mcp'),
    driver('amqplib-in-bus', 'amqplib', '(libs/events|sdks/bus)'),
    driver('ioredis-in-authentication', 'ioredis', 'libs/authentication'),
    driver('aws-sdk-in-file', '@aws-sdk', 'apps/file/src/storage'),
    driver('nodemailer-in-mail', 'nodemailer', 'apps/mail'),
    driver('mailsplit-in-mail-reader', '(@zone-eu/mailsplit|libmime|iconv-lite)', 'libs/mail-reader'),
    driver('undici-in-webhook', 'undici', '(apps/webhook|libs/testing)'),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
    },
  },
};
