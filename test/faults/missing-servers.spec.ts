import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const script = join(import.meta.dirname, '../../scripts/test.mjs');
/** Nothing listens there. */
const CLOSED = 'tcp://127.0.0.1:1';

describe('npm test', () => {
  let server: Server;
  let open: string;

  beforeEach(async () => {
    server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    open = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => promisify(server.close.bind(server))());

  /** What it is going to leave out, by which servers there are. */
  async function plan(env: Record<string, string>, ...args: string[]): Promise<string> {
    const servers = { DATABASE_URL: open, AMQP_URL: open, REDIS_URL: open };
    const run = promisify(execFile)(process.execPath, [script, '--plan', ...args], {
      env: { ...process.env, NODE_OPTIONS: '', CI: '', ...servers, ...env },
    });
    const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
    return stdout;
  }

  it('runs the stories against separate services if the three servers can be reached', async () => {
    expect(await plan({ CI: 'true' }, '--full')).not.toContain('services');
  });

  it('says that it leaves them out, and why, if they cannot', async () => {
    const without = { DATABASE_URL: CLOSED, AMQP_URL: 'no address', REDIS_URL: CLOSED };
    const line = 'skipped services: PostgreSQL and RabbitMQ and Redis cannot be reached\n';
    expect(await plan(without)).toContain(line);
    expect(await plan({ ...without, CI: 'true' })).toContain(line);
  });

  it('fails as test:full with CI=true, with the reason', async () => {
    expect(await plan({ CI: 'true', AMQP_URL: CLOSED }, '--full')).toMatch(
      /^FAILED {2}services: RabbitMQ cannot be reached, and CI=true asks for it\n(.*\n)*0 passed, 1 failed, \d skipped\n$/,
    );
  });
});
