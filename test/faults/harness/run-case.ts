import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parley/testing';
import { canStartRedis } from '../../../libs/admission/src/redis/redis.harness.ts';
import { canStartBroker } from '../private-broker.ts';
import { findPgBouncer } from '../../setup/pgbouncer.mjs';
import type { Servers } from '../../setup/services-process.mjs';
import { isTested, type FaultCase, type LoadCase, type Program, type TestedCase } from './fault-case.ts';
import { check, type Verdict, type Write } from './history.ts';
import { canStartHaProxy } from './haproxy.ts';
import { canStartPostgres } from './private-postgres.ts';
import { REQUEST_TIMEOUT_MS, Scene, type Run } from './scene.ts';
import { percentile } from '../../setup/percentile.mjs';

const root = join(import.meta.dirname, '../../..');
/** Promised: by then everything has arrived. */
const RECOVERED_WITHIN_S = 30;
/** How long the checker waits for it, to tell late from lost. */
const ARRIVED_WITHIN_MS = 90_000;
/** How late a response may be on a busy machine. */
const GRACE_MS = 1_000;
/** Writes in a row that succeed: it works again. */
const STEADY = 20;

const PROGRAMS: Record<Program, () => boolean> = {
  'rabbitmq-server': () => canStartBroker,
  postgres: () => canStartPostgres,
  'redis-server': () => canStartRedis(),
  pgbouncer: () => findPgBouncer() !== undefined,
  haproxy: () => canStartHaProxy,
};
const USUAL: readonly Program[] = ['rabbitmq-server', 'postgres', 'redis-server'];

/** The programs that a platform of the harness needs and this machine lacks. */
export function missingPrograms(more: readonly Program[] = []): Program[] {
  return [...USUAL, ...more].filter((program) => !PROGRAMS[program]());
}

/** What became of a case. */
export interface Row {
  name: string;
  verdict?: Verdict;
  /** Of existing tests: how many passed. */
  tests?: number;
  notes: readonly string[];
  /** Promises that did not hold. */
  violations: readonly string[];
  skipped?: string;
  seconds: number;
}

/** Runs a case; what fails in between is a violation too. */
export async function runCase(one: FaultCase, run: Run, servers: () => Promise<Servers>): Promise<Row> {
  const began = performance.now();
  const missing = missingPrograms(one.needs);
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const { name } = one;
  if (missing.length > 0)
    return { name, notes: [], violations: [], skipped: `no ${missing.join(', ')}`, seconds: 0 };
  try {
    const row = isTested(one) ? await runTests(one, await servers()) : await runUnderLoad(one, run);
    return { name, ...row, seconds: seconds() };
  } catch (error) {
    return { name, notes: [], violations: [(error as Error).message], seconds: seconds() };
  }
}

type Findings = Omit<Row, 'name' | 'seconds'>;

async function runUnderLoad(one: LoadCase, run: Run): Promise<Findings> {
  const scene = await Scene.open(one, run);
  try {
    const connections = scene.brokerConnections;
    scene.brokenAt = Date.now();
    await one.fault(scene);
    await one.recover?.(scene);
    scene.healedAt = Date.now();
    await eventually(() => isSteady(scene.load.between(scene.healedAt)), RECOVERED_WITHIN_S * 1000).catch(
      () => scene.violations.push(`no ${STEADY} writes in a row succeeded after the repair`),
    );
    await scene.load.stop();
    await eventually(async () => {
      // The whole history is read once that has arrived: to read it takes the processors from what is waited for.
      if (!(await scene.haveAllArrived())) return false;
      const { lost } = check(await scene.history());
      return lost.length === 0 && (one.isBacklogLeft === true || (await scene.waiting()) === 0);
    }, ARRIVED_WITHIN_MS).catch(() => undefined);
    await one.check?.(scene);
    const verdict = check(await scene.history());
    await eventually(() => scene.brokerConnections <= connections).catch(() =>
      scene.violations.push(`${scene.brokerConnections} connections to the broker, ${connections} before`),
    );
    return {
      verdict,
      notes: [latencies(scene), ...scene.notes],
      violations: [...violationsOf(one, verdict), ...violationsOfApi(one, scene), ...scene.violations],
    };
  } finally {
    await scene.close();
  }
}

const isSteady = (writes: readonly Write[]) =>
  writes.length >= STEADY && writes.slice(-STEADY).every(({ outcome }) => outcome === 'ok');

function violationsOf(
  { mayReorder = false }: LoadCase,
  { lost, unexpected, outOfOrder, recoveredS }: Verdict,
): string[] {
  const some = (what: string, subjects: readonly string[]) =>
    subjects.length === 0 ? [] : [`${subjects.length} ${what}, first: ${subjects[0]}`];
  return [
    ...some('lost', lost),
    ...some('unexpected', unexpected),
    ...some('out of order', mayReorder ? [] : outOfOrder),
    ...(recoveredS > RECOVERED_WITHIN_S ? [`recovered after ${recoveredS} s`] : []),
  ];
}

function violationsOfApi({ api }: LoadCase, { load }: Scene): string[] {
  const typed = ['service_unavailable', 'outcome_unknown'];
  const isWrong = ({ outcome, code }: Write) =>
    outcome !== 'ok' && (api === 'available' || (code !== undefined && !typed.includes(code)));
  const wrong = load.writes.filter(isWrong);
  const late = load.writes.filter(({ tookMs }) => tookMs > REQUEST_TIMEOUT_MS + GRACE_MS);
  const first = wrong[0];
  return [
    ...(first === undefined
      ? []
      : [`${wrong.length} responses like ${first.status ?? 'none'} ${first.code ?? ''}`]),
    ...(late.length === 0 ? [] : [`${late.length} responses after their deadline`]),
  ];
}

function latencies({ load, brokenAt, healedAt }: Scene): string {
  const of = (writes: readonly Write[]) => {
    const times = writes.map(({ tookMs }) => tookMs);
    return `${Math.round(percentile(times, 0.5))}/${Math.round(percentile(times, 0.99))} ms`;
  };
  const refused = load.writes.filter(({ outcome }) => outcome !== 'ok').length;
  return `p50/p99 ${of(load.between(0, brokenAt))} before, ${of(load.between(brokenAt, healedAt))} during; ${refused} refused`;
}

async function runTests({ tests }: TestedCase, servers: Servers): Promise<Findings> {
  let passed = 0;
  const violations: string[] = [];
  for (const { project, file, names } of tests) {
    const result = await jest(['--selectProjects', project, '--runTestsByPath', file], names, servers);
    passed += result.numPassedTests;
    if (result.numPassedTests === 0) violations.push(`${file}: no test ran`);
    for (const { assertionResults, message, status } of result.testResults) {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      violations.push(...failed.map(({ fullName }) => `${file}: ${fullName}`));
      if (status === 'failed' && failed.length === 0) violations.push(`${file}: ${message.slice(0, 200)}`);
    }
  }
  const files = tests.map(({ file }) => file.replace(/^.*\//, ''));
  return { tests: passed, notes: [files.join(', ')], violations };
}

interface JestResult {
  numPassedTests: number;
  testResults: {
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

async function jest(args: string[], names: string | undefined, servers: Servers): Promise<JestResult> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-fault-tests-'));
  const output = join(folder, 'results.json');
  const { FAULTS: _, JEST_WORKER_ID: _worker, TEST_LOGS: _logs, ...env } = process.env;
  const chosen = names === undefined ? [] : ['--testNamePattern', names];
  try {
    await new Promise<void>((resolve) => {
      execFile(
        process.execPath,
        [join(root, 'node_modules/jest/bin/jest.js'), ...args, ...chosen, '--json', '--outputFile', output],
        { cwd: root, env: { ...env, ...servers }, maxBuffer: 1e9 },
        () => resolve(),
      );
    });
    return JSON.parse(await readFile(output, 'utf8')) as JestResult;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
