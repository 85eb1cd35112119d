// Measures how fast committed changes reach webhook receivers, from POST through RabbitMQ to the first byte, and how
// endpoints that hang, are dead or have a long backlog affect others.
import { readFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';
import { measure, pace } from './load.mjs';
import { startPlatform } from './platform.mjs';
import { ofProcesses } from './processes.mjs';
import { Receivers, subscribe } from './receivers.mjs';
import { createTicket } from './requests.mjs';
import { percentile } from '../test/setup/percentile.mjs';

const RECEIVERS = { answering: 20, hanging: 1 };
const DEAD = 64;
/** More than a minute of load, needed to detect growth of memory. */
const BACKLOG = 200_000;
/** Time limit per delivery, after which the measurement fails: ten times the goal of 1 ms. */
const LONGEST_MS = 10;
const LONG_BACKLOG = 50_000;
/** Warm-up before measuring, so that hot code is compiled. */
const WARM_UP = 2_000;
const POSTS = 5_000;
const RATE = 200;
const STEADY_SECONDS = 20;
/** A closed port of the loopback interface: connections are refused. */
const NOBODY = 'http://127.0.0.1:1024';

const CASES = { fromBacklog, endToEnd, steady, besideDeadOnes, besideLongBacklog };

/** Runs all cases on one platform, or those listed in BENCH_ONLY; prints and returns lines for each. */
export async function benchWebhooks() {
  const platform = await startPlatform();
  const receivers = await Receivers.start(RECEIVERS);
  try {
    const lines = [];
    const asked = process.env.BENCH_ONLY?.split(',') ?? Object.keys(CASES);
    for (const name of asked) {
      const found = await CASES[name](platform, receivers).catch((error) => [
        line(name, '', `failed: ${error.message}`, ''),
      ]);
      for (const { work, value, unit, goal } of found)
        console.log(`${work}: ${value} ${unit}${goal && ` (goal ${goal})`}`);
      lines.push(...found);
      await removeSubscriptions(platform);
    }
    return lines;
  } finally {
    receivers.stop();
    await platform.stop();
  }
}

/** Many deliveries to ten receivers, with the memory use of the process. */
async function fromBacklog(platform, receivers) {
  const ids = await subscribe(platform, receivers.answering.slice(0, 10));
  await platform.database.query(`update webhook.webhook set paused_until = 'infinity'`);
  await addBacklog(platform, ids, BACKLOG);
  await receivers.begin();
  const memory = new Memory(platform.env);
  await platform.database.query(`update webhook.webhook set paused_until = '-infinity'`);
  const { count, seconds } = await receivers.received(BACKLOG, BACKLOG * LONGEST_MS);
  return [
    line('from a backlog to 10 receivers', 'deliveries/s', Math.round(count / seconds), '>= 1000'),
    line('the same, for so long', 's', Math.round(seconds), '>= 60'),
    line('the same, growth of memory from the first third to the last', 'MB', memory.growth(), 'flat'),
  ];
}

/** POST at the highest rate, with one delivery each. */
async function endToEnd(platform, receivers) {
  await subscribe(platform, receivers.answering.slice(0, 1));
  await receivers.begin();
  await measure(createTicket(platform), { amount: WARM_UP });
  await receivers.received(WARM_UP);
  await receivers.begin();
  const { per_second: posts } = await measure(createTicket(platform), { amount: POSTS });
  const { count, seconds } = await receivers.received(POSTS);
  return [
    line('end to end, POST to one receiver', 'deliveries/s', Math.round(count / seconds), '>= 500'),
    line('the same, requests answered meanwhile', 'POST/s', posts, ''),
  ];
}

async function steady(platform, receivers) {
  await subscribe(platform, receivers.answering.slice(0, 1));
  await receivers.begin();
  await pace(createTicket(platform), RATE * STEADY_SECONDS, RATE);
  const { latencies_ms: latencies } = await receivers.received(RATE * STEADY_SECONDS);
  return [
    line('event to arrival at 200/s, p50', 'ms', percentile(latencies, 0.5), '< 50'),
    line('event to arrival at 200/s, p99', 'ms', percentile(latencies, 0.99), '< 500'),
  ];
}

/** 200 events a second, each to one of twenty healthy receivers by its tag, and to a hanging and 64 dead ones. */
async function besideDeadOnes(platform, receivers) {
  await subscribe(platform, receivers.answering, ['ticket.created']);
  const dead = Array.from({ length: DEAD }, (_, index) => `${NOBODY}/${index}`);
  await subscribe(platform, [...receivers.hanging, ...dead], ['ticket.created']);
  await receivers.begin();
  // Each event goes to all twenty: 10 events a second are 200 deliveries a second to the healthy ones.
  const events = (RATE / RECEIVERS.answering) * STEADY_SECONDS;
  await pace(createTicket(platform), events, RATE / RECEIVERS.answering);
  const { latencies_ms: latencies } = await receivers.received(events * RECEIVERS.answering);
  return [
    line(`beside ${RECEIVERS.hanging} hanging and ${DEAD} dead, p50`, 'ms', percentile(latencies, 0.5), ''),
    line(
      `beside ${RECEIVERS.hanging} hanging and ${DEAD} dead, p99`,
      'ms',
      percentile(latencies, 0.99),
      '< 1000',
    ),
  ];
}

/** One event to a quiet receiver while 50,000 deliveries wait for another one. */
async function besideLongBacklog(platform, receivers) {
  const [busy] = await subscribe(platform, receivers.hanging, ['contact.created']);
  await platform.database.query(`update webhook.webhook set is_half_open = false`);
  await addBacklog(platform, [busy], LONG_BACKLOG);
  await subscribe(platform, receivers.answering.slice(0, 1));
  await receivers.begin();
  await pace(createTicket(platform), 20, 5);
  const { latencies_ms: latencies } = await receivers.received(20);
  return [line('beside a backlog of 50,000, slowest of 20', 'ms', Math.max(...latencies), '< 1000')];
}

const line = (work, unit, value, goal) => ({ work, value, unit, goal });

/** Resident memory of the webhook service, every second. */
class Memory {
  #samples = [];
  #timer;

  constructor({ RPC_ADDRESSES: addresses }) {
    const [pid] = ofProcesses((read, found) =>
      read('cmdline').includes('apps/webhook/dist/main.js') && read('environ').includes(addresses)
        ? [found]
        : [],
    );
    this.#timer = setInterval(() => {
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      this.#samples.push(Number(kilobytes) / 1024);
    }, 1000);
  }

  /** Growth in megabytes from the first third of the time to the last. */
  growth() {
    clearInterval(this.#timer);
    const third = Math.ceil(this.#samples.length / 3);
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.round(mean(this.#samples.slice(-third)) - mean(this.#samples.slice(0, third)));
  }
}

/** Creates deliveries that are due now, equally distributed over the subscriptions. */
async function addBacklog({ database }, webhooks, count) {
  await database.query(
    `with made as (
       insert into webhook.event (day, id, workspace_id, mode, type, occurred_at, body)
       select current_date, gen_random_uuid(), workspace_id, mode, 'ticket.created', now(),
              convert_to('{"timestamp":"' || to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                || '","data":"' || repeat('x', 1000) || '"}', 'utf8')
         from webhook.webhook, generate_series(1, $2::int) where id = any($1::uuid[])
       returning id, workspace_id, mode)
     insert into webhook.delivery (workspace_id, mode, webhook_id, id, event_id, event_type, day, due_at)
     select workspace_id, mode, ($1::uuid[])[1 + row_number() over () % $3::int], id, id, 'ticket.created',
            current_date, now() from made`,
    [webhooks, count / webhooks.length, webhooks.length],
  );
}

/** Runs between cases, so that remaining deliveries to dead endpoints do not affect the next case. */
async function removeSubscriptions({ database }) {
  await database.query('delete from webhook.webhook; delete from webhook.delivery');
}
