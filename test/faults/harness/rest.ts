import { eventually } from '@parley/testing';
import { historyOf, haveAllArrived } from './history-of.ts';
import { check } from './history.ts';
import { queuesOf, unconsumed } from './queues.ts';
import type { Scene } from './scene.ts';
import { RECOVERED_WITHIN_S, type Violation } from './violations.ts';

/** How long the checker waits until nothing is under way any more, to tell late from lost. */
const AT_REST_WITHIN_MS = RECOVERED_WITHIN_S * 1000;

/** What is still under way, as `3 events wait in the outboxes`; the cheapest to find out first. */
async function underWay(scene: Scene): Promise<Violation | undefined> {
  if (!(await haveAllArrived(scene))) return { kind: 'lost', text: 'not everything has arrived' };
  const late = (text: string) => ({ kind: 'recovery', text }) as const;
  const waiting = await scene.waiting();
  if (waiting > 0) return late(`${waiting} events wait in the outboxes`);
  const [row] = await scene.sql<{ n: number }>('select count(*)::int as n from webhook.delivery');
  if (row?.n !== 0) return late(`${row?.n ?? NaN} deliveries wait`);
  const queues = await queuesOf(scene);
  const alone = unconsumed(queues);
  if (alone !== undefined) return late(alone);
  const full = queues.find(({ messages }) => messages > 0);
  if (full !== undefined) return late(`${full.messages} messages wait in ${full.queue}`);
  // The whole history is read last: to read it takes the processors from what is waited for.
  const { lost } = check(await historyOf(scene));
  return lost.length === 0 ? undefined : { kind: 'lost', text: `${lost.length} have not arrived` };
}

/** Waits, after the loads have ended, until nothing is under way, and returns what then still is. */
export async function untilAtRest(scene: Scene): Promise<Violation[]> {
  const began = Date.now();
  let last: Violation | undefined;
  try {
    await eventually(async () => {
      last = undefined;
      last = await underWay(scene);
      return last === undefined;
    }, AT_REST_WITHIN_MS);
  } catch (error) {
    // What has not arrived is reported one by one.
    if (last?.kind === 'lost') return [];
    return [last ?? { kind: 'recovery', text: (error as Error).message }];
  }
  const seconds = (Date.now() - began) / 1000;
  scene.notes.push(`at rest ${seconds.toFixed(1)} s after the load`);
  return [];
}
