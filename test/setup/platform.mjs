// What both forms of the platform under test have in common.

/** A hash of the usual 19 MiB takes 30 ms of a core, and each workspace of a test has a user with a password. */
export const FAST_PASSWORDS = { PASSWORD_HASH_MEMORY: '1MiB' };

/** Settings of the platform that all end-to-end tests share. Its times are shortened; its bounds per address are off. */
export const SHARED_SETTINGS = {
  // Whatever it could tell: no-secrets-in-logs.mjs looks through it.
  LOG_LEVEL: 'debug',
  WEBHOOK_RETRY_SCHEDULE: '0s,200ms,400ms',
  WEBHOOK_TIMEOUT: '8s',
  MAIL_RETRY_SCHEDULE: '0s,1s',
  // All mails of the tests come from one address.
  MAIL_LISTEN_CONNECTIONS_PER_ADDRESS: '1000',
  REQUEST_TIMEOUT: '30s',
  SLA_TARGETS: 'urgent=1h,high=4h,normal=8h,low=4s',
  ...FAST_PASSWORDS,
  // All tests come from one address, and many of them send a wrong token.
  AUTH_FAILURES_PER_MINUTE: '1000000',
  PUBLIC_REQUESTS_PER_MINUTE: '1000000',
  MAIL_HTTP_REQUESTS_PER_MINUTE: '1000000',
};

/** Only ends what hangs: a start takes seconds. */
const START_TIMEOUT_MS = 300_000;
const TAIL_CHARACTERS = 10_000;

/** Waits until a process prints a line that begins with `ready`; throws what it has printed last if it ends before, or hangs. */
export function untilReady(child, name) {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (reason) => {
      child.kill('SIGTERM');
      reject(new Error(`${name} ${reason}:\n${output.slice(-TAIL_CHARACTERS)}`));
    };
    const timer = setTimeout(fail, START_TIMEOUT_MS, `was not ready after ${START_TIMEOUT_MS / 1000} s`);
    const look = (chunk) => {
      output += chunk;
      if (!/^ready/m.test(output)) return;
      // Debug logs follow: to gather and search them all would take more time than the tests.
      for (const stream of [child.stdout, child.stderr]) stream.off('data', look);
      clearTimeout(timer);
      resolve();
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}
