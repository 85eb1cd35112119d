import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Id } from '@parley/contracts';
import { eventually, Receiver, type Delivery } from '@parley/testing';
import { WebhookProcesses } from './webhook-processes.ts';

const HOUR_MS = 3_600_000;
const STEP_MS = 2_000;
const PAUSE_S = 3;

/** Has a process live in another time. */
const shifted = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `const Real = Date;
     globalThis.Date = class extends Real {
       constructor(...args) { args.length === 0 ? super(Real.now() + ${ms}) : super(...args); }
       static now() { return Real.now() + ${ms}; }
     };`,
  )}`,
});

const processes = WebhookProcesses.forFile({ WEBHOOK_RETRY_SCHEDULE: `0s,${STEP_MS}ms,1s,1s` }, [
  shifted(-HOUR_MS),
  shifted(HOUR_MS),
]);
const receivers: Receiver[] = [];
beforeAll(async () => {
  for (let index = 0; index < 5; index += 1) receivers.push(await Receiver.start());
});
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

it('two processes whose clocks differ by two hours respect the schedule and Retry-After', async () => {
  const [failing, ...asking] = receivers as [Receiver, ...Receiver[]];
  // Every third event fails at first: not so many in a row that the endpoint is left alone.
  const failed = new Set<string>();
  let seen = 0;
  failing.respond = ({ body }, response) => {
    const fails = !failed.has(body.id) && seen++ % 3 === 0;
    if (fails) failed.add(body.id);
    response.writeHead(fails ? 500 : 204).end();
  };
  for (const receiver of asking)
    receiver.respond = (_, response) =>
      response
        .writeHead(receiver.deliveries.length === 1 ? 429 : 204, { 'retry-after': String(PAUSE_S) })
        .end();
  const webhooks: Id<'webhook'>[] = [];
  for (const { url } of receivers) webhooks.push(await processes.subscribe(url));
  await processes.queue(webhooks.slice(1), 5);
  // A clock that is an hour off would keep deliveries back for longer than this waits. One process alone may be quick enough to send all that is queued at once.
  await eventually(async () => {
    await processes.queue(webhooks.slice(0, 1), 300);
    await eventually(async () => (await processes.left()) === 0);
    const made = await Promise.all([processes.attemptsOf(0), processes.attemptsOf(1)]);
    expect(Math.min(...made)).toBeGreaterThan(0);
  });
  expect(failed.size).toBeGreaterThan(50);
  const waits = [...failed].map((id) => waitOf(failing.deliveries.filter(({ body }) => body.id === id)));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(STEP_MS);
  for (const { deliveries } of asking) {
    expect(deliveries).toHaveLength(6);
    expect(waitOf(deliveries)).toBeGreaterThanOrEqual(PAUSE_S * 1_000);
  }
});

/** Milliseconds from the first to the second. */
function waitOf([first, second]: readonly Delivery[]): number {
  return (second?.at ?? NaN) - (first?.at ?? NaN);
}
