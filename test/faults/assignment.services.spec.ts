import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import { auditOf } from './desk/assignment-history.ts';
import { Desk } from './desk/desk.ts';
import { Deployment } from './rolling/deployment.ts';
import { checkout } from './rolling/releases.ts';

const AGENTS = 50;
const SEED = 48;
/** `DESK_TICKETS=5000` for the whole day of a desk. */
const TICKETS = Number(process.env['DESK_TICKETS'] ?? 1_500);

let deployment: Deployment;

beforeAll(async () => {
  deployment = await Deployment.start(checkout, { rolling: ['automation'], replicas: 2 }, {});
});
afterAll(() => deployment.remove());

describe('a desk of fifty, and two processes that assign', () => {
  it('shares 1,000 tickets so that nobody has more than one more than another', async () => {
    const desk = await Desk.open(deployment, AGENTS, { mode: 'least_loaded' });
    await desk.openAll(1_000);
    await desk.assigned();
    const { assigned, double, open } = await eventually(async () => {
      const audit = auditOf(await desk.history(), Infinity);
      if (audit.assigned.length < 1_000) throw new Error(`${audit.assigned.length} are assigned`);
      return audit;
    });
    expect(double).toEqual([]);
    expect(assigned).toHaveLength(1_000);
    expect([...open.values()]).toEqual(Array<number>(AGENTS).fill(1_000 / AGENTS));
    await desk.close();
  });

  it('gives each ticket to one, and nobody too many, while members come and go and processes are killed', async () => {
    const limit = 5;
    const desk = await Desk.open(deployment, AGENTS, { mode: 'least_loaded', max_open_per_user: limit });
    const faults = [
      { at: 0.1, run: () => deployment.kill('automation 0') },
      { at: 0.3, run: () => deployment.restart('automation 0', checkout) },
      { at: 0.5, run: () => deployment.kill('automation 1') },
      { at: 0.7, run: () => deployment.restart('automation 1', checkout) },
    ];
    let done: Promise<unknown> = Promise.resolve();
    const opening = desk.openAll(TICKETS);
    await desk.work(TICKETS, SEED, (resolved) => {
      while ((faults[0]?.at ?? Infinity) * TICKETS <= resolved) done = done.then(faults.shift()?.run);
    });
    await Promise.all([opening, done]);
    const { assigned, double, aboveLimit, open } = auditOf(await desk.history(), limit);
    expect(double).toEqual([]);
    expect(aboveLimit).toEqual([]);
    expect(assigned).toHaveLength(TICKETS);
    expect(new Set(assigned).size).toBe(TICKETS);
    expect([...open.values()].every((count) => count === 0)).toBe(true);
    await desk.close();
  });

  it('assigns what came while both were away in the order in which it came', async () => {
    const desk = await Desk.open(deployment, 1, { mode: 'round_robin', max_open_per_user: 1 });
    await Promise.all([deployment.kill('automation 0'), deployment.kill('automation 1')]);
    const waiting = await desk.openInOrder(40);
    await Promise.all(['automation 0', 'automation 1'].map((key) => deployment.restart(key, checkout)));
    let resolved = 0;
    await eventually(async () => {
      resolved += await desk.resolveAssigned();
      return resolved === waiting.length;
    });
    expect(auditOf(await desk.history(), 1)).toMatchObject({ assigned: waiting, double: [], aboveLimit: [] });
    await desk.close();
  });
});
