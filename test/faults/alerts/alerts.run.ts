import { writeSync } from 'node:fs';
import { afterAll, it } from '@jest/globals';
import { missingPrograms } from '../harness/run-case.ts';
import { FAULTS } from './cases/index.ts';
import { buildCompressed } from './compressed-release.ts';
import { compressedRules } from './compressed-rules.ts';
import { Prometheus } from './prometheus.ts';
import { firingDuring, runFault, type Row } from './run-fault.ts';
import { Stage } from './stage.ts';

/** What `node scripts/check/observability-alerts.mjs` was called with. */
interface Arguments {
  list: boolean;
  /** Names of alerts; all if there are none. */
  alerts: string[];
}

const { list, alerts } = JSON.parse(process.env['ALERTS'] ?? '{}') as Arguments;
const DAY_MS = 86_400_000;
const HEALTHY_MS = { all: 60_000, some: 20_000 };
const WIDTH = 28;
const closings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closings.toReversed()) await close();
});

/** The outputs belong to the processes under test. */
function print(text: string): void {
  writeSync(3, `${text}\n`);
}

function chosen() {
  const unknown = alerts.filter((name) => !FAULTS.some((fault) => fault.alerts.includes(name)));
  if (unknown.length > 0) {
    print(`no such alert: ${unknown.join(', ')}`);
    throw new Error('see --list');
  }
  return FAULTS.filter((fault) => alerts.length === 0 || fault.alerts.some((name) => alerts.includes(name)));
}

function line({ alert, fault, firedS, resolvedS, others }: Row): string {
  const cell = (seconds: number | undefined) =>
    (seconds === undefined ? 'NO' : `${seconds.toFixed(1)} s`).padStart(10);
  const note = others.length === 0 ? '' : `  with ${others.join(', ')}`;
  return `${alert.padEnd(WIDTH)} ${fault.padEnd(20)} ${cell(firedS)} ${cell(resolvedS)}${note}`;
}

async function start(): Promise<[Stage, Prometheus]> {
  const release = await buildCompressed();
  closings.push(() => release.remove());
  const stage = await Stage.open(release);
  closings.push(() => stage.close());
  const prometheus = await Prometheus.start(await compressedRules(), stage.targets);
  closings.push(() => prometheus.close());
  return [stage, prometheus];
}

async function runAll(): Promise<boolean> {
  const faults = chosen();
  const [stage, prometheus] = await start();
  const unprovoked = await firingDuring(alerts.length === 0 ? HEALTHY_MS.all : HEALTHY_MS.some, prometheus);
  print(
    unprovoked.length === 0
      ? 'no alert fires while all is well'
      : `FAILED: without a fault fire ${unprovoked.join(', ')}`,
  );
  print(`${'alert'.padEnd(WIDTH)} ${'fault'.padEnd(20)} ${'fired'.padStart(10)} ${'resolved'.padStart(10)}`);
  const rows: Row[] = [];
  for (const fault of faults) {
    const found = await runFault(fault, stage, prometheus).catch((error: unknown): Row[] => {
      print(`${fault.name}: ${String(error)}`);
      return fault.alerts.map((alert) => ({ fault: fault.name, alert, others: [] }));
    });
    rows.push(...found);
    print(found.map(line).join('\n'));
  }
  const failed = rows.filter(({ firedS, resolvedS }) => firedS === undefined || resolvedS === undefined);
  print(`${rows.length - failed.length} alerts fired and resolved, ${failed.length} did not`);
  return failed.length === 0 && unprovoked.length === 0;
}

it(
  'every alert fires in its fault',
  async () => {
    if (list) {
      for (const fault of FAULTS)
        for (const alert of fault.alerts) print(`${alert.padEnd(WIDTH)} ${fault.name}: ${fault.title}`);
      return;
    }
    const missing = missingPrograms();
    if (missing.length > 0) print(`skipped: no ${missing.join(', ')}`);
    else if (!(await runAll())) throw new Error('see the table');
  },
  DAY_MS,
);
