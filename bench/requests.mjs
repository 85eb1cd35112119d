// Measures request throughput as a ratio to the bare reference server in the same run. The two alternate, so that noise
// of the machine affects both; the ratio is the median of the rounds.
import { encodeId } from '@parley/contracts';
import { measure, median } from './load.mjs';
import { machineState, noiseBetween, warningsOf } from './noise.mjs';
import { seedTickets, startBare, startPlatform } from './platform.mjs';
import { cpuBetween, cpuTimes } from './processes.mjs';

const TICKETS = 100_000;
const ROUNDS = 5;
const SECONDS = 4;

const BODY = JSON.stringify({
  subject: 'Where is my order?',
  description: 'It should have come on Monday.',
  priority: 'high',
  tags: ['billing'],
});

/** Targets for {@link measure}: an address and headers, of the platform or of the reference server. */
export function getTicket({ url, headers }, ids) {
  return { url, status: 200, requests: ids.map((id) => ({ path: `/v1/tickets/${id}`, headers })) };
}

export function listTickets({ url, headers }) {
  return { url, status: 200, requests: [{ path: '/v1/tickets?status=open', headers }] };
}

export function createTicket({ url, headers }) {
  const all = { ...headers, 'content-type': 'application/json' };
  return { url, status: 201, requests: [{ method: 'POST', path: '/v1/tickets', headers: all, body: BODY }] };
}

/** Measures reads and writes of tickets in a table of 100,000; returns a line for each kind of work. */
export async function benchRequests() {
  const platform = await startPlatform();
  try {
    const uuids = await seedTickets(platform, TICKETS);
    const ids = uuids.map((uuid) => encodeId('ticket', uuid));
    const bare = await startBare(platform);
    const sides = { reference: bare, target: platform };
    try {
      return [
        await compare('GET one ticket', 0.75, sides, (side) => getTicket(side, side === bare ? uuids : ids)),
        await compare('GET 25 tickets by status', 0.75, sides, listTickets),
        await compare('POST a ticket', 0.5, sides, createTicket),
      ];
    } finally {
      await bare.stop();
    }
  } finally {
    await platform.stop();
  }
}

/**
 * A line on how fast a target is beside a reference, and how much CPU time a request takes of each: their ratios are medians of
 * rounds in turn, with the smallest and the greatest.
 * @param sides `reference` and `target`, of {@link startBare} or {@link startPlatform}.
 * @param requestsTo what {@link measure} sends to a side.
 */
export async function compare(work, goal, { reference, target }, requestsTo) {
  await measure(requestsTo(reference), { seconds: 1 });
  await measure(requestsTo(target), { seconds: 2 });
  await settled(target);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const other = await observed(reference, requestsTo(reference));
    const ours = await observed(target, requestsTo(target));
    rounds.push({
      other,
      ours,
      ratio: ours.per_second / other.per_second,
      cpuRatio: ours.cpuMs / other.cpuMs,
    });
  }
  const middle = (value, digits = 3) => Number(median(rounds.map(value)).toFixed(digits));
  const spread = (value) => {
    const sorted = rounds.map(value).sort((a, b) => a - b);
    return `${sorted[0].toFixed(2)} to ${sorted.at(-1).toFixed(2)}`;
  };
  return {
    work,
    reference_per_second: middle(({ other }) => other.per_second, 0),
    per_second: middle(({ ours }) => ours.per_second, 0),
    ratio: middle(({ ratio }) => ratio),
    spread: spread(({ ratio }) => ratio),
    goal,
    reference_cpu_ms: middle(({ other }) => other.cpuMs),
    cpu_ms: middle(({ ours }) => ours.cpuMs),
    cpu_ratio: middle(({ cpuRatio }) => cpuRatio, 2),
    cpu_spread: spread(({ cpuRatio }) => cpuRatio),
    p50_ms: middle(({ ours }) => ours.p50_ms, 1),
    p99_ms: middle(({ ours }) => ours.p99_ms, 1),
    cpu_ms_by_process: byProcess(rounds.map(({ ours }) => ours.cpu)),
    warnings: warningsOf(rounds.flatMap(({ other, ours }) => [...other.noise, ...ours.noise])),
  };
}

/** A measurement with the CPU time per request of each process, that of the load left out. What requests have caused is waited for. */
async function observed(side, requests) {
  const [before, cpuBefore] = [machineState(), cpuOf(side)];
  const found = await measure(requests, { seconds: SECONDS });
  await settled(side);
  const [after, all] = [machineState(), cpuBetween(cpuBefore, cpuOf(side))];
  const ownMs = all.reduce((sum, { ms }) => sum + ms, 0);
  const cpu = all
    .filter(({ name }) => name !== LOAD)
    .map(({ name, ms }) => ({ name, ms: ms / found.requests }));
  const cpuMs = cpu.reduce((sum, { ms }) => sum + ms, 0);
  return { ...found, cpu, cpuMs, noise: noiseBetween(before, after, ownMs) };
}

const LOAD = 'load';

/** CPU time of the processes of a side, the servers and the load. */
function cpuOf({ pid: own }) {
  return cpuTimes(({ pid, parent, command }) => {
    if (pid === process.pid) return LOAD;
    if (pid === own) return 'bare';
    return parent === own ? /apps\/(\w+)\//.exec(command[1] ?? '')?.[1] : undefined;
  });
}

/** Median CPU time per request by process, in milliseconds. */
function byProcess(rounds) {
  const names = [...new Set(rounds.flat().map(({ name }) => name))];
  const of = (round, name) => round.find((one) => one.name === name)?.ms ?? 0;
  return Object.fromEntries(
    names.map((name) => [name, Number(median(rounds.map((round) => of(round, name))).toFixed(3))]),
  );
}

/** Waits until no event of a platform waits, so that one side does not pay for the other. */
async function settled({ database }) {
  if (database === undefined) return;
  for (;;) {
    const { rows } = await database.query('select exists (select from ticket.outbox_queue) as waits');
    if (!rows[0].waits) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
