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

  /** What it is going to run, by which servers there are. */
  async function plan(env: Record<string, string>): Promise<{ code: number; stdout: string }> {
    const servers = { DATABASE_URL: open, AMQP_URL: open, REDIS_URL: open };
    const run = promisify(execFile)(process.execPath, [script, '--plan'], {
      env: { ...process.env, NODE_OPTIONS: '', CI: '', ...servers, ...env },
    });
    return run.then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: unknown) => error as { code: number; stdout: string },
    );
  }

  it('runs the end-to-end tests in both forms if the three servers are available', async () => {
    expect(await plan({ CI: 'true' })).toEqual({
      code: 0,
      stdout: expect.stringContaining(
        'forms: standalone, and separate services over PostgreSQL, RabbitMQ and Redis\n',
      ) as unknown as string,
    });
  });

  it('reports what it skips, and why, if they are not', async () => {
    const { code, stdout } = await plan({ DATABASE_URL: CLOSED, AMQP_URL: 'no address', REDIS_URL: CLOSED });
    expect(code).toBe(0);
    expect(stdout).toContain('forms: standalone only\n');
    expect(stdout).toContain(
      'skipped separate services (e2e-services, faults-services): ' +
        'PostgreSQL and RabbitMQ and Redis cannot be reached\n',
    );
  });

  it('fails with CI=true, with the reason', async () => {
    const { code, stdout } = await plan({ CI: 'true', AMQP_URL: CLOSED });
    expect(code).toBe(1);
    expect(stdout).toContain('FAILED  separate services: RabbitMQ cannot be reached, and CI=true');
    expect(stdout).toMatch(/\n0 passed, 1 failed, 0 skipped\n$/);
  });
});
