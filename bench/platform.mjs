// The environment of a benchmark: the separate services on separate resources, a workspace without a rate limit, rows,
// and the bare reference server on the same rows.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { uuidOf } from '@parley/contracts';
import { startServices } from '../test/setup/services-process.mjs';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** A workspace without a rate limit, on services that run with this environment. */
export async function createWorkspace(env, name) {
  const args = ['--name', name, '--plan', 'unlimited', '--email', 'bench@example.com'];
  const command = [join(root, 'apps/cli/bin/parley.mjs'), 'workspace:create', ...args];
  return JSON.parse((await run(process.execPath, command, { env })).stdout);
}

/** Starts the services and creates a workspace; `stop` removes everything. */
export async function startPlatform(settings) {
  const services = await startServices({ LOG_LEVEL: 'error', ...settings });
  const credentials = await createWorkspace(services.env, 'Bench');
  const database = new pg.Client({ connectionString: services.env.DATABASE_URL });
  await database.connect();
  return {
    url: services.baseUrl,
    /** Process id of what started the services. */
    pid: services.pid,
    env: services.env,
    headers: { authorization: `Bearer ${credentials.live_key}` },
    workspace: uuidOf('workspace', credentials.workspace_id),
    database,
    async stop() {
      await database.end();
      await services.remove();
    },
  };
}

/** Inserts tickets with all statuses and priorities, spread over a year. Returns their ids. */
export async function seedTickets({ database, workspace }, count) {
  await database.query(
    `insert into ticket.ticket (workspace_id, mode, id, version, subject, description, status, priority, tags, tag_keys,
       sla_started_at, sla_warning_at, sla_due_at, created_at, updated_at)
     select $1, 'live', gen_random_uuid(), 1, 'Question ' || n, repeat('Where is my order? ', 8),
       (array['open', 'pending', 'resolved', 'closed'])[1 + n % 4],
       (array['urgent', 'high', 'normal', 'low'])[1 + n / 4 % 4], array['billing', 'vip'], array['billing', 'vip'],
       at, at + interval '6 hours',
       at + interval '8 hours', at, at
     from generate_series(1, $2::int) n, lateral (select date_trunc('milliseconds',
       now() - interval '1 year' + n * interval '1 year' / $2::int) as at) t`,
    [workspace, count],
  );
  await database.query('vacuum analyze ticket.ticket');
  const { rows } = await database.query('select id from ticket.ticket tablesample system (5) limit 1000');
  return rows.map(({ id }) => id);
}

/** The reference server, on the same database. */
export async function startBare({ database, workspace, env }) {
  await database.query('create schema bare; create table bare.ticket (like ticket.ticket including all)');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare.mjs')], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: env.DATABASE_URL, WORKSPACE: workspace },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return {
    url: String(line).trim(),
    pid: child.pid,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
