import { hasHelm, hasKubectl, hasPostgresPrograms } from './scripts/check/find-program.mjs';
import { findChromium } from './test/setup/chromium.mjs';
import { logsFolder } from './test/setup/logs.mjs';
import { hasImapServers, hasMailServers, hasStrace } from './test/setup/mail-servers.mjs';

// What looks at pages in a browser is left out where there is none, and `npm test` says so; with CI=true it fails.
const WITHOUT_BROWSER =
  findChromium() === undefined && process.env.CI !== 'true' ? ['\\.browser\\.spec\\.ts$'] : [];
// What renders manifests is left out where there is no kubectl or no helm, and `npm test` says so.
const WITHOUT_CLIENTS = [
  ...(hasKubectl() ? [] : ['/(kubernetes|pinning)\\.full\\.spec\\.ts$']),
  ...(hasHelm() ? [] : ['/helm\\.full\\.spec\\.ts$']),
];
// What runs pg_dump is left out where there is none, and `npm run test:full` says so.
const WITHOUT_POSTGRES = hasPostgresPrograms() ? [] : ['/backup\\.services\\.spec\\.ts$'];
// The same for what sends through mail servers, and what watches the connections of a process.
const WITHOUT_MAIL_PROGRAMS = [
  ...(hasMailServers() ? [] : ['/mail-servers\\.services\\.spec\\.ts$']),
  ...(hasImapServers() ? [] : ['/imap-servers\\.services\\.spec\\.ts$']),
  ...(hasStrace() ? [] : ['/mail-egress\\.services\\.spec\\.ts$']),
];

// Made before workers start, which inherit where it is.
logsFolder();

/**
 * Which files a run takes, as scripts/test.mjs says: `daily` those of `npm test`, `full` those that are more, or try more, in
 * `npm run test:full`; `all` is for what names its files.
 */
const { TEST_FILES = 'all' } = process.env;
const SPECS = TEST_FILES === 'full' ? '*.{full,plans,browser}.spec.ts' : '*.spec.ts';
const WITHOUT_FULL = TEST_FILES === 'daily' ? ['\\.full\\.'] : [];

/** Stories that are told against separate services in each run too: together they need every service, the bus and Redis. */
const SMOKE = [
  'api-keys',
  'deliveries',
  'event-stream',
  'files',
  'history',
  'idempotency',
  'inboxes',
  'rate-limits',
  'teams',
];

const shared = {
  rootDir: import.meta.dirname,
  // docs/adr/0032-shared-modules-in-tests.md
  runtime: '<rootDir>/test/setup/jest/runtime.mjs',
  testEnvironment: '<rootDir>/test/setup/jest/environment.mjs',
  transform: {},
  modulePathIgnorePatterns: ['/dist/'],
  globalTeardown: '<rootDir>/test/setup/at-end.mjs',
  // With how long each file took, by which the next run orders them; the temporary folder is another one in each run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
};

/** A project that runs only where the command of scripts/check that it belongs to has set its variable. */
const harness = (variable, displayName, file) =>
  process.env[variable] === undefined
    ? []
    : [{ ...shared, displayName, testMatch: [`<rootDir>/test/faults/${file}.run.ts`] }];

export default {
  rootDir: import.meta.dirname,
  maxWorkers: 2,
  // Makes Jest use workers always: its own process has loaded the builds of what test files load as sources.
  workerIdleMemoryLimit: '4GB',
  reporters: ['default', '<rootDir>/test/setup/no-secrets-in-logs.mjs'],
  // Only ends what hangs: a slow machine is no failure.
  testTimeout: 600_000,
  projects: [
    {
      ...shared,
      displayName: 'packages',
      testMatch: [`<rootDir>/{libs,apps}/*/src/**/${SPECS}`, `<rootDir>/sdks/**/${SPECS}`],
      testPathIgnorePatterns: ['/node_modules/', ...WITHOUT_FULL, ...WITHOUT_BROWSER],
      globalSetup: '<rootDir>/test/setup/database.mjs',
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: [`<rootDir>/test/{e2e,regressions,sdks}/**/${SPECS}`],
      testPathIgnorePatterns: [
        '/node_modules/',
        '\\.services\\.spec\\.ts$',
        ...WITHOUT_FULL,
        ...WITHOUT_BROWSER,
        ...WITHOUT_CLIENTS,
      ],
      globalSetup: '<rootDir>/test/setup/standalone.mjs',
      globals: { FORM: 'standalone' },
    },
    {
      ...shared,
      displayName: 'e2e-services',
      testMatch: [
        TEST_FILES === 'daily'
          ? `<rootDir>/test/e2e/{${SMOKE.join()}}.spec.ts`
          : '<rootDir>/test/{e2e,regressions}/**/*.spec.ts',
      ],
      // These are about the checkout, its documents or its pages, not about a form of the platform. Pages use nothing but
      // the HTTP APIs, which have stories in both forms, of live updates too: a browser sees no form behind them.
      testPathIgnorePatterns: [
        '/node_modules/',
        '/(readme|configuration|containers|kubernetes|helm|pinning|release|fuzz|workflows|own-platform/[a-z-]+|guides/[a-z]+)(\\.full)?\\.spec\\.ts$',
        '\\.browser\\.spec\\.ts$',
      ],
      globalSetup: '<rootDir>/test/setup/services.mjs',
      globals: { FORM: 'services' },
    },
    {
      ...shared,
      displayName: 'faults',
      testMatch: ['<rootDir>/test/faults/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.services\\.spec\\.ts$'],
    },
    {
      ...shared,
      displayName: 'faults-services',
      testMatch: ['<rootDir>/test/faults/**/*.services.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...WITHOUT_POSTGRES, ...WITHOUT_MAIL_PROGRAMS],
      globalSetup: '<rootDir>/test/setup/fault-services.mjs',
    },
    ...harness('FAULTS', 'fault-harness', 'harness/faults'),
    ...harness('ALERTS', 'alerts', 'alerts/alerts'),
    ...harness('COMPOSE_CHECK', 'compose', 'compose/compose'),
  ],
};
