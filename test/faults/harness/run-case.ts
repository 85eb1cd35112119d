import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parley/testing';
import { canStartRedis } from '../../../libs/authentication/src/redis/redis.harness.ts';
import { canStartBroker } from '../private-broker.ts';
import { findPgBouncer } from '../../setup/pgbouncer.mjs';
import type { Servers } from '../../setup/services-process.mjs';
import { isTested, type FaultCase, type LoadCase, type Program, type TestedCase } from './fault-case.ts';
import { violationsOfConservation } from './conservation.ts';
import { violationsOfDeliveries } from './deliveries.ts';
import { historyOf } from './history-of.ts';
import { check, type Verdict, type Write } from './history.ts';
import { canStartHaProxy } from './haproxy.ts';
import { canStartPostgres } from './private-postgres.ts';
import { queuesOf, unconsumed } from './queues.ts';
import { resourcesOf, violationsOfResources } from './resources.ts';
import { untilAtRest } from './rest.ts';
import { Scene, type Run } from './scene.ts';
import {
  RECOVERED_WITHIN_S,
  violations,
  violationsOf,
  violationsOfRequests,
  violationsOfTimes,
  type Violation,
} from './violations.ts';
import { percentile } from '../../setup/percentile.mjs';

const root = join(import.meta.dirname, '../../..');
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
  violations: readonly Violation[];
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
    return {
      name,
      notes: [],
      violations: [incomplete(error)],
      seconds: seconds(),
    };
  }
}

const incomplete = (error: unknown): Violation => ({
  kind: 'incomplete',
  text: (error as Error).message,
});

type Findings = Omit<Row, 'name' | 'seconds'>;

async function runUnderLoad(one: LoadCase, run: Run): Promise<Findings> {
  const scene = await Scene.open(one, run);
  const { isBacklogLeft = false } = one;
  try {
    await eventually(async () => {
      const alone = unconsumed(await queuesOf(scene));
      if (alone !== undefined) throw new Error(alone);
    });
    const before = await resourcesOf(scene);
    scene.brokenAt = Date.now();
    await one.fault(scene);
    await one.recover?.(scene);
    scene.healedAt = Date.now();
    const found: Violation[] = [];
    await eventually(() => isSteady(scene.load.between(scene.healedAt)), RECOVERED_WITHIN_S * 1000).catch(
      () =>
        found.push({
          kind: 'recovery',
          text: `no ${STEADY} writes in a row succeeded after the repair`,
        }),
    );
    await scene.stopLoads();
    found.push(...(await untilAtRest(scene, isBacklogLeft)));
    found.push(...(await violationsOfConservation(scene, isBacklogLeft)));
    await one.check?.(scene);
    const { writes, ...history } = await historyOf(scene);
    const verdict = check({ writes, ...history });
    found.push(
      ...violationsOf(one, verdict),
      ...violationsOfRequests(one, writes),
      ...violationsOfTimes(one, scene.load.between(scene.brokenAt, scene.healedAt)),
      ...(await violationsOfDeliveries(scene)),
      ...(await violationsOfResources(scene, before)),
      ...violations('case', scene.violations),
    );
    return { verdict, notes: [latencies(scene), ...scene.notes], violations: found };
  } catch (error) {
    // What the case has found before stays found.
    const { notes } = scene;
    return { notes, violations: [...violations('case', scene.violations), incomplete(error)] };
  } finally {
    await scene.close();
  }
}

const isSteady = (writes: readonly Write[]) =>
  writes.length >= STEADY && writes.slice(-STEADY).every(({ outcome }) => outcome === 'ok');

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
  const failed: string[] = [];
  for (const { project, file, names } of tests) {
    const result = await jest(['--selectProjects', project, '--runTestsByPath', file], names, servers);
    passed += result.numPassedTests;
    if (result.numPassedTests === 0) failed.push(`${file}: no test ran`);
    for (const { assertionResults, message, status } of result.testResults) {
      const tests = assertionResults.filter((test) => test.status === 'failed');
      failed.push(...tests.map(({ fullName }) => `${file}: ${fullName}`));
      if (status === 'failed' && tests.length === 0) failed.push(`${file}: ${message.slice(0, 200)}`);
    }
  }
  const files = tests.map(({ file }) => file.replace(/^.*\//, ''));
  return { tests: passed, notes: [files.join(', ')], violations: violations('case', failed) };
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
