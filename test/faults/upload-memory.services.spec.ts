import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Operator, type TestWorkspace } from '@parley/testing';
import { upload } from '../setup/uploads.mjs';
import { startServices, type ServicesProcess } from '../setup/services-process.mjs';
import { pidOf } from './pid-of.ts';

const MIB = 1024 * 1024;
const PARALLEL = 50;
/** A tenth of what all files have together; how much V8 and malloc keep differs by version. */
const GROWTH_MAX_MB = 100;

let services: ServicesProcess;
let operator: Operator;
let workspace: TestWorkspace;
beforeAll(async () => {
  services = await startServices({ FILE_STORAGE: 'local' });
  operator = await Operator.ofServices(services.env['RPC_ADDRESSES'] ?? '');
  workspace = await operator.workspace();
}, 60_000);
afterAll(async () => {
  operator.close();
  await services.remove();
}, 60_000);

/** Resident memory of a process in MB. */
function residentMb(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

it('50 uploads of 20 MiB at once take no more memory than 50 small ones, in gateway and file service', async () => {
  const target = {
    url: services.baseUrl,
    headers: { authorization: `Bearer ${workspace.live.token ?? ''}` },
  };
  await upload(target, { count: PARALLEL, size: 2 * MIB, parallel: PARALLEL });
  const pids = ['gateway', 'file'].map((name) => pidOf(name, services.pid));
  const before = pids.map(residentMb);
  const most = [...before];
  const timer = setInterval(() => {
    for (const [index, pid] of pids.entries()) most[index] = Math.max(most[index] ?? 0, residentMb(pid));
  }, 20);
  await upload(target, { count: PARALLEL, size: 20 * MIB, parallel: PARALLEL }).finally(() =>
    clearInterval(timer),
  );
  for (const [index, megabytes] of most.entries())
    expect(megabytes - (before[index] ?? 0)).toBeLessThan(GROWTH_MAX_MB);
}, 120_000);
