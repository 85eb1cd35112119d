// Measures request throughput as a ratio to the bare reference server in the same run. The two alternate, so that noise
// of the machine affects both; the ratio is the median of the rounds.
import { encodeId } from '@parley/contracts';
import { measure, median } from './load.mjs';
import { seedTickets, startBare, startPlatform } from './platform.mjs';

const TICKETS = 100_000;
const ROUNDS = 3;
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
    try {
      return [
        await compare('GET one ticket', 0.75, getTicket(bare, uuids), getTicket(platform, ids)),
        await compare('GET 25 tickets by status', 0.75, listTickets(bare), listTickets(platform)),
        await compare('POST a ticket', 0.5, createTicket(bare), createTicket(platform)),
      ];
    } finally {
      await bare.stop();
    }
  } finally {
    await platform.stop();
  }
}

async function compare(work, goal, reference, target) {
  await measure(reference, { seconds: 1 });
  await measure(target, { seconds: 2 });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await measure(reference, { seconds: SECONDS });
    const parley = await measure(target, { seconds: SECONDS });
    rounds.push({ bare, parley, ratio: parley.per_second / bare.per_second });
  }
  const middle = (value) => median(rounds.map(value));
  return {
    work,
    bare_per_second: middle(({ bare }) => bare.per_second),
    parley_per_second: middle(({ parley }) => parley.per_second),
    ratio: Number(middle(({ ratio }) => ratio).toFixed(3)),
    goal,
    p50_ms: middle(({ parley }) => parley.p50_ms),
    p99_ms: middle(({ parley }) => parley.p99_ms),
  };
}
