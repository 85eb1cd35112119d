import type { TestedCase } from '../fault-case.ts';

const rabbit = (file: string, names?: string) =>
  inPackages(`libs/events/src/rabbitmq/${file}.spec.ts`, names);
const sending = (file: string) => inPackages(`apps/webhook/src/sending/${file}.spec.ts`);
const faults = (file: string, names?: string) => ({
  project: 'faults-services' as const,
  file: `test/faults/${file}.services.spec.ts`,
  ...(names !== undefined && { names }),
});

function inPackages(file: string, names?: string) {
  return { project: 'packages' as const, file, ...(names !== undefined && { names }) };
}

/** What tests of the suite break; `npm test` runs them too. */
export const tested: readonly TestedCase[] = [
  {
    name: 'handler-hangs',
    title: 'an event handler that never returns',
    tests: [
      rabbit('wire', 'whose handler hangs'),
      inPackages('libs/events/src/consumer.spec.ts', 'times out at each attempt'),
    ],
  },
  {
    name: 'channel-error',
    title: 'a channel that the broker closes with an error, beside others of its connection',
    tests: [rabbit('faults', 'channel error')],
  },
  {
    name: 'poison-event',
    title: 'messages that are no event, of an unknown type, or that crash the process each time',
    tests: [
      faults('broker', 'is dead-lettered with its cause'),
      rabbit('wire', 'poison|crash the process|of types that another version'),
    ],
  },
  {
    name: 'handler-fails',
    title: 'an event handler that fails some times, or always',
    tests: [
      rabbit('rabbitmq', 'a subscriber'),
      rabbit('wire', 'redelivered unchanged after the requested delay'),
    ],
  },
  {
    name: 'pool-exhausted',
    title: 'a pool without a free connection, and sessions that are idle in a transaction',
    tests: [
      inPackages('libs/persistence/src/transaction/outage.spec.ts'),
      inPackages('libs/persistence/src/transaction/deadline.spec.ts'),
    ],
  },
  {
    name: 'redis-away',
    title: 'a Redis that loses its data, refuses connections or says nothing',
    tests: [faults('redis')],
  },
  {
    name: 'service-gone',
    title: 'a service that is killed, slow, frozen or half-open while it is called',
    tests: [faults('topology'), inPackages('libs/rpc/src/tcp/tcp-rpc.spec.ts')],
  },
  {
    name: 'hostile-receiver',
    title: 'receivers of webhooks that fail, hang, stream endlessly, redirect or lead to private addresses',
    tests: [sending('hostile-receivers'), sending('blocked-targets'), sending('guarded-connector')],
  },
  {
    name: 'rolling-update',
    title:
      'a release that is rolled out and back under load, with a new event, subscriber, field and columns',
    tests: [faults('rolling')],
  },
  {
    name: 'clocks-apart',
    title: 'processes whose clocks differ by two hours',
    tests: [faults('webhook-clocks')],
  },
  {
    name: 'dns-silent',
    title: 'name servers of two zones that say nothing',
    tests: [sending('name-resolver')],
  },
  {
    name: 'sentinel-failover',
    title: 'a failover of Redis by its sentinels while keys are revoked',
    tests: [faults('redis-failover')],
  },
];
