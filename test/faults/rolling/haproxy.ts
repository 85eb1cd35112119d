import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parley/testing';
import { freePorts } from '../../setup/services-process.mjs';

/** `HAPROXY` names another one. Debian: apt-get install haproxy. */
const program = process.env['HAPROXY'] ?? '/usr/sbin/haproxy';

export const canStartHaProxy = existsSync(program);

export interface HaProxy {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a proxy that spreads requests over the addresses whose `/healthz` answers 200, as docs/upgrades.md asks. It closes no
 * idle connection of a client, who could be sending a request into it, and leaves out no gateway that is slow to answer.
 */
export async function startHaProxy(addresses: readonly string[]): Promise<HaProxy> {
  const [port = 0] = await freePorts(1);
  const folder = await mkdtemp(join(tmpdir(), 'parley-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout check 60s
  timeout client 10m
  timeout server 30s
frontend api
  bind 127.0.0.1:${port}
  default_backend gateways
backend gateways
  option httpchk GET /healthz
  retries 2
  retry-on conn-failure
  option redispatch
${addresses.map((address, at) => `  server gateway${at} ${address} check inter 200ms fall 4 rise 1\n`).join('')}`,
  );
  const child = spawn(program, ['-db', '-q', '-f', file], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}/healthz`)).ok);
  return {
    url,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
