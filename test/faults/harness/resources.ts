import { eventually, metricValue, parseMetrics } from '@parley/testing';
import type { Scene } from './scene.ts';
import { violations, type Violation } from './violations.ts';

/** What a process may have in memory more than before: it has warmed up, and has not collected its garbage. */
export const MORE_MB = 150;

/** What the processes hold, by their keys. */
export interface Resources {
  /** Connections to the broker of all processes. */
  readonly broker: number;
  readonly database: ReadonlyMap<string, number>;
  /** Resident, in MB. */
  readonly memory: ReadonlyMap<string, number>;
}

export async function resourcesOf(scene: Scene): Promise<Resources> {
  const { deployment } = scene;
  const memory = new Map<string, number>();
  for (const key of deployment.keys) {
    const response = await fetch(`${deployment.operationsUrl(key)}/metrics`, {
      signal: AbortSignal.timeout(5_000),
    });
    const bytes = metricValue(parseMetrics(await response.text()), 'process_resident_memory_bytes');
    memory.set(key, Math.round((bytes ?? NaN) / 2 ** 20));
  }
  return { broker: scene.brokerConnections, database: scene.connectionsOf('database'), memory };
}

/**
 * What is held beyond what was before. A pool grows up to its size under load, and its processes keep that.
 * @param poolSize connections that each process may have to its database.
 */
export function leaksBetween(before: Resources, after: Resources, poolSize: number): string[] {
  const grown = (held: ReadonlyMap<string, number>, mayHold: (key: string) => number) =>
    [...held].filter(([key, value]) => !(value <= mayHold(key)));
  return [
    ...(after.broker > before.broker
      ? [`${after.broker} connections to the broker, ${before.broker} before`]
      : []),
    ...grown(after.database, (key) => Math.max(before.database.get(key) ?? 0, poolSize)).map(
      ([key, value]) =>
        `${value} connections of ${key} to the database, ${before.database.get(key) ?? 0} before`,
    ),
    ...grown(after.memory, (key) => (before.memory.get(key) ?? Infinity) + MORE_MB).map(
      ([key, value]) => `${value} MB in ${key}, ${before.memory.get(key) ?? 0} MB before`,
    ),
  ];
}

/** Waits until the processes hold no more than before, and returns what they still do. */
export async function violationsOfResources(scene: Scene, before: Resources): Promise<Violation[]> {
  const poolSize = Number(scene.deployment.env['DATABASE_POOL_SIZE']);
  let leaks: string[] = [];
  try {
    await eventually(async () => {
      const after = await resourcesOf(scene);
      leaks = leaksBetween(before, after, poolSize);
      return leaks.length === 0 && noteMemory(scene, before, after);
    });
    return [];
  } catch (error) {
    return violations('resources', leaks.length > 0 ? leaks : [(error as Error).message]);
  }
}

function noteMemory(scene: Scene, before: Resources, after: Resources): true {
  const grown = [...after.memory].map(
    ([key, value]) => [key, value - (before.memory.get(key) ?? value)] as const,
  );
  const [key, more] = grown.toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
  scene.notes.push(`memory grew by ${more} MB at most (${key})`);
  return true;
}
