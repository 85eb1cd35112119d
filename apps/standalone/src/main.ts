import { exitCodeOf } from '@parley/runtime/config';
import { shutdown } from '@parley/runtime/process';
import { startStandalone, describeFailure, Started, type Standalone } from './standalone.ts';

/** A normal shutdown takes one or two seconds. After this time the process exits, so that a bug cannot block a terminal. */
const STOP_WITHIN_MS = 9_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const began = Date.now();
const started = new Started();
let stopping = false as boolean;
const starting = startStandalone(process.env, say, started);
// Installed first: Ctrl-C during startup must not leave a database running.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // The line goes below the ^C that a terminal shows.
    if (!stopping) say(process.stdout.isTTY ? '\nstopping…' : 'stopping…');
    stop(0);
  });

try {
  const standalone = await starting;
  void standalone.failed.then((reason) => {
    process.stderr.write(`${reason}\n`);
    stop(1);
  });
  say(banner(standalone));
  say(`ready in ${((Date.now() - began) / 1000).toFixed(1)} s. Ctrl-C stops it; the data stays.`);
} catch (error) {
  // A start that a signal has ended fails in some way.
  if (!stopping) {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exit(exitCodeOf(error));
  }
}

/** Stops all started parts, waits for a part that is still starting, and exits. */
function stop(code: number): void {
  if (stopping) return;
  stopping = true;
  shutdown.begin();
  setTimeout(() => {
    void starting.then((standalone) => {
      standalone.abort();
    });
    setImmediate(() => process.exit(1));
  }, STOP_WITHIN_MS).unref();
  const end = async () => {
    await started.stop();
    await starting.catch(() => undefined);
  };
  end().then(
    () => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${describeFailure(error)}\n`);
      process.exit(1);
    },
  );
}

/** Secrets are printed once, since terminals and log collectors keep what is printed. */
function banner({
  credentials,
  credentialsFile,
  servers,
  allowCidrs,
  mailAllowCidrs,
  operationsPort,
}: Standalone): string {
  const access =
    credentialsFile === null
      ? [
          `login      ${credentials.email}  ${credentials.password}`,
          `live key   ${credentials.live_key}`,
          `test key   ${credentials.test_key}`,
        ]
      : [`keys       ${credentialsFile}`];
  const curl = [
    `curl -i ${credentials.base_url}/v1/tickets`,
    `-H 'Authorization: Bearer ${credentialsFile === null ? credentials.live_key : '<live_key>'}'`,
    `-H 'Content-Type: application/json'`,
    `-d '{"subject": "The printer is on fire", "contact": {"email": "dana@example.com"}}'`,
  ].join(' ');
  return `
  API        ${credentials.base_url}
  reference  ${credentials.base_url}/docs
  guides     ${credentials.base_url}/docs/guides
  console    ${credentials.auth_url}
  downloads  ${credentials.files_url}
  workspace  ${credentials.workspace_id}
  ${access.join('\n  ')}
  database   ${servers.database}
  events     ${servers.events}
  limits     ${servers.limits}
  metrics    http://127.0.0.1:${operationsPort}/metrics
  webhooks   ${allowCidrs === '' ? 'reach public addresses only' : `may reach ${allowCidrs} too (WEBHOOK_ALLOW_CIDRS)`}
  mailboxes  ${mailAllowCidrs === '' ? 'reach public servers only' : `may reach ${mailAllowCidrs} too (MAIL_ALLOW_CIDRS)`}

  ${curl}
`;
}
