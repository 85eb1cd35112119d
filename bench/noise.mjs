// What makes the figures of a run doubtful: CPU time that the machine did not get or that others used, and waiting for the disk.
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Shares of the time of a measurement that are worth a warning. */
const STOLEN = 0.02;
const OTHERS = 0.1;
const STALLED = 0.05;

/** State of the machine since it started, in milliseconds, as far as Linux tells. */
export function machineState() {
  const [, user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]
    .split(/\s+/)
    .map((ticks) => Number(ticks) * 10);
  return { at: performance.now(), busy: user + nice + system + irq + softirq, steal, stalled: stalledMs() };
}

/** How long everything waited for the disk; 0 where the kernel does not count it. */
function stalledMs() {
  try {
    return Number(/^full .*total=(\d+)/m.exec(readFileSync('/proc/pressure/io', 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

/** What was more than usual between two states, with its share; the measured processes and the load used `ownMs` of CPU time. */
export function noiseBetween(before, after, ownMs) {
  const elapsed = after.at - before.at;
  const capacity = elapsed * cpus().length;
  const shares = [
    ['of the CPU time was stolen by other machines', (after.steal - before.steal) / capacity, STOLEN],
    ['of the CPU time was used by other processes', (after.busy - before.busy - ownMs) / capacity, OTHERS],
    ['of the time everything waited for the disk', (after.stalled - before.stalled) / elapsed, STALLED],
  ];
  return shares.filter(([, share, limit]) => share > limit).map(([what, share]) => ({ what, share }));
}

/** A warning for each kind of noise, by its greatest share. */
export function warningsOf(noise) {
  return [...new Set(noise.map(({ what }) => what))].map((what) => {
    const shares = noise.filter((one) => one.what === what).map(({ share }) => share);
    return `up to ${Math.round(Math.max(...shares) * 100)} % ${what}`;
  });
}
