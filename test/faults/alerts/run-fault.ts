import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertFault } from './alert-fault.ts';
import type { Prometheus } from './prometheus.ts';
import type { Stage } from './stage.ts';

const POLL_MS = 250;
const FIRES_WITHIN_MS = 90_000;
const RESOLVES_WITHIN_MS = 120_000;

/** What became of an alert; seconds since the fault began, or since it was repaired. */
export interface Row {
  fault: string;
  alert: string;
  firedS?: number;
  resolvedS?: number;
  /** Other alerts that began to fire with the fault. */
  others: readonly string[];
}

/** Provokes a fault until all of its alerts fire, repairs it, and waits until they have resolved. */
export async function runFault(fault: AlertFault, stage: Stage, prometheus: Prometheus): Promise<Row[]> {
  const { name, alerts } = fault;
  const isFree = await within(RESOLVES_WITHIN_MS, async () => {
    const { firing, pending } = await prometheus.active();
    return !alerts.some((alert) => firing.has(alert) || pending.has(alert));
  });
  if (!isFree) throw new Error(`${name}: an alert of this fault is active without it`);
  const before = (await prometheus.active()).firing;
  const others = new Set<string>();
  const look = async (): Promise<Set<string>> => {
    const { firing } = await prometheus.active();
    for (const alert of firing) if (!before.has(alert) && !alerts.includes(alert)) others.add(alert);
    return firing;
  };

  const fired = new Map<string, number>();
  const began = Date.now();
  const heal = await fault.begin(stage);
  await within(FIRES_WITHIN_MS, async () => {
    const firing = await look();
    note(alerts, fired, began, (alert) => firing.has(alert));
    return fired.size === alerts.length;
  });

  const resolved = new Map<string, number>();
  const healed = Date.now();
  await heal();
  await within(RESOLVES_WITHIN_MS, async () => {
    const firing = await look();
    note([...fired.keys()], resolved, healed, (alert) => !firing.has(alert));
    return resolved.size === fired.size;
  });
  return alerts.map((alert, at) => ({
    fault: name,
    alert,
    firedS: fired.get(alert),
    resolvedS: resolved.get(alert),
    others: at === 0 ? [...others] : [],
  }));
}

/** The alerts that fire at any time of a period. */
export async function firingDuring(ms: number, prometheus: Prometheus): Promise<string[]> {
  const seen = new Set<string>();
  await within(ms, async () => {
    for (const alert of (await prometheus.active()).firing) seen.add(alert);
    return false;
  });
  return [...seen];
}

/** Notes when what is asked for was first seen of each alert, in seconds. */
function note(
  alerts: readonly string[],
  seen: Map<string, number>,
  since: number,
  isSeen: (alert: string) => boolean,
): void {
  for (const alert of alerts)
    if (!seen.has(alert) && isSeen(alert)) seen.set(alert, (Date.now() - since) / 1000);
}

/** Whether a check passes in time. */
async function within(ms: number, check: () => Promise<boolean>): Promise<boolean> {
  const until = Date.now() + ms;
  while (Date.now() < until) {
    if (await check()) return true;
    await sleep(POLL_MS);
  }
  return false;
}
