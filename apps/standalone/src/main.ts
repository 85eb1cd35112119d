import { startStandalone, describeFault, type Standalone } from './standalone.ts';

/** An orderly stop takes a second or two; past this, what is left is a bug and must not hang a terminal. */
const STOP_WITHIN_MS = 9_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const started = Date.now();

try {
  const standalone = await startStandalone(process.env, say);
  stopOnSignals(standalone);
  say(banner(standalone));
  say(`ready in ${((Date.now() - started) / 1000).toFixed(1)} s. Ctrl-C stops it; the data stays.`);
} catch (error) {
  process.stderr.write(`${describeFault(error)}\n`);
  process.exit(1);
}

function banner({ credentials, allowCidrs }: Standalone): string {
  const curl = [
    `curl -i ${credentials.base_url}/v1/tickets`,
    `-H 'Authorization: Bearer ${credentials.live_key}'`,
    `-H 'Content-Type: application/json'`,
    `-d '{"subject": "The printer is on fire", "contact": {"email": "dana@example.com"}}'`,
  ].join(' ');
  return `
  API        ${credentials.base_url}
  login      ${credentials.email}  ${credentials.password}
  live key   ${credentials.live_key}
  test key   ${credentials.test_key}
  webhooks   ${allowCidrs === '' ? 'reach public addresses only' : `may reach ${allowCidrs} too (WEBHOOK_ALLOW_CIDRS)`}

  ${curl}
`;
}

function stopOnSignals(standalone: Standalone): void {
  let stopping = false;
  const stop = (code: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      standalone.abort();
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    standalone.close().then(
      () => process.exit(code),
      (error: unknown) => {
        process.stderr.write(`${describeFault(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(0));
  void standalone.failed.then((reason) => {
    process.stderr.write(`${reason}\n`);
    stop(1);
  });
}
