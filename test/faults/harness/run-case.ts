import { eventually } from '@parley/testing';
import { canStartRedis } from '../../../libs/authentication/src/redis/redis.harness.ts';
import { canStartBroker } from '../private-broker.ts';
import { findPgBouncer } from '../../setup/pgbouncer.mjs';
import type { FaultCase, Program } from './fault-case.ts';
import { violationsOfConservation } from './conservation.ts';
import { violationsOfDeliveries } from './deliveries.ts';
import { historyOf } from './history-of.ts';
import { check, type Verdict, type Write } from './history.ts';
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
  type Violation,
} from './violations.ts';
import { percentile } from '../../setup/percentile.mjs';

/** Writes in a row that succeed: it works again. */
const STEADY = 20;

const PROGRAMS: Record<Program, () => boolean> = {
  'rabbitmq-server': () => canStartBroker,
  postgres: () => canStartPostgres,
  'redis-server': () => canStartRedis(),
  pgbouncer: () => findPgBouncer() !== undefined,
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
  notes: readonly string[];
  /** Promises that did not hold. */
  violations: readonly Violation[];
  skipped?: string;
  seconds: number;
}

/** Runs a case; what fails in between is a violation too. */
export async function runCase(one: FaultCase, run: Run): Promise<Row> {
  const began = performance.now();
  const missing = missingPrograms(one.needs);
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const { name } = one;
  if (missing.length > 0)
    return { name, notes: [], violations: [], skipped: `no ${missing.join(', ')}`, seconds: 0 };
  try {
    return { name, ...(await runUnderLoad(one, run)), seconds: seconds() };
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

async function runUnderLoad(one: FaultCase, run: Run): Promise<Findings> {
  const scene = await Scene.open(one, run);
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
    found.push(...(await untilAtRest(scene)));
    found.push(...(await violationsOfConservation(scene)));
    await one.check?.(scene);
    const { writes, ...history } = await historyOf(scene);
    const verdict = check({ writes, ...history });
    found.push(
      ...violationsOf(one, verdict),
      ...violationsOfRequests(one, writes),
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
