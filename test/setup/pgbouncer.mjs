// A private PgBouncer in transaction mode before the PostgreSQL of the tests. Debian: apt-get install pgbouncer.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PLACES = [
  '/usr/sbin/pgbouncer',
  '/usr/bin/pgbouncer',
  '/usr/local/bin/pgbouncer',
  '/opt/homebrew/bin/pgbouncer',
];

export function findPgBouncer() {
  const { PGBOUNCER } = process.env;
  return PGBOUNCER === undefined ? PLACES.find(existsSync) : PGBOUNCER;
}

/**
 * Starts it on a port of 127.0.0.1. Clients log in by the users' passwords; it takes no start-up options, as by default.
 * @param serverUrl of a database; users, and only they, reach it by the same path of `url`.
 */
export async function startPgBouncer(serverUrl, users, port) {
  const server = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'parley-pgbouncer-'));
  const [settings, passwords] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  const quoted = Object.entries(users).map((pair) => pair.map((text) => JSON.stringify(text)).join(' '));
  await writeFile(passwords, quoted.join('\n'));
  await writeFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${passwords}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 1000
`,
  );
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  await chmod(folder, 0o755);
  const child = spawn(findPgBouncer(), ['-q', ...asUser, settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}:\n${output}`);
    await new Promise((done) => setTimeout(done, 20));
  }
  const url = new URL(server);
  url.host = `127.0.0.1:${port}`;
  url.username = '';
  url.password = '';
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { url: url.toString(), stop };
}

function listens(port) {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy(done(true)));
    socket.once('error', () => done(false));
  });
}
