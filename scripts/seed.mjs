// `npm run seed -- --workspace ws_… --tickets 1000 --conversations 500 --contacts 200 [--seed 7] [--mode test]`: writes
// sample data to a workspace of a running platform. Each service derives and writes its own records.
import { clearInterval, setInterval } from 'node:timers';
import {
  listSeedUsers,
  SEED_BATCH,
  seedContacts,
  seedConversations,
  seedContactProjections,
  SeedOptions,
  seedTickets,
  seedTicketTags,
} from '@parley/contracts';
import { connect, failureOf, optionsOf, runCommand, toOutput } from './command-line.mjs';

const HELP = `usage: npm run seed -- --workspace ID [--tickets N] [--conversations N] [--contacts N] [--seed S] [--mode live|test]

Writes sample contacts, conversations with messages, and tickets of the last two years to a workspace of the running
platform. The same seed and counts produce the same records, and existing records are kept, so an interrupted run can be
repeated. No events are emitted.`;

/** Each batch keeps one core busy in the service and one in the database. */
const CONCURRENCY = 2;
const ATTEMPTS = 5;

const args = process.argv.slice(2);
if (args.includes('--help')) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}
const written = { contacts: 0, conversations: 0, messages: 0, tickets: 0 };
let options;
let call;
await runCommand(async () => {
  ({ options } = optionsOf('seed', SeedOptions, args));
  ({ call } = await connect());
  const began = Date.now();
  const progress = setInterval(reportProgress, 2_000);
  await seed().catch((error) => {
    if (Object.values(written).some((count) => count > 0)) reportProgress();
    throw failureOf('seed', error);
  });
  clearInterval(progress);
  const seconds = (Date.now() - began) / 1000;
  const rows = Object.values(written).reduce((sum, count) => sum + count, 0);
  return toOutput({
    workspace_id: options.workspace,
    mode: options.mode,
    seed: options.seed,
    written,
    seconds: Number(seconds.toFixed(1)),
    rows_per_second: Math.round(rows / seconds),
  });
});

async function seed() {
  const { users } = await call(listSeedUsers, { workspace: options.workspace });
  const run = { ...options, users, at: new Date().toISOString() };
  await inBatches(options.contacts, async (batch) => {
    const added = await withRetry(seedContacts, { ...run, ...batch });
    written.contacts += added.written;
    for (const service of ['ticket', 'conversation'])
      await withRetry(seedContactProjections, { ...run, ...batch, service });
  });
  // Tickets and conversations refer to the contacts.
  await inBatches(options.tickets, async (batch) => {
    const added = await withRetry(seedTickets, { ...run, ...batch });
    written.tickets += added.written;
    await withRetry(seedTicketTags, { ...run, ...batch });
  });
  await inBatches(options.conversations, async (batch) => {
    const added = await withRetry(seedConversations, { ...run, ...batch });
    written.conversations += added.written;
    written.messages += added.messages;
  });
}

async function inBatches(total, work) {
  let next = 0;
  const worker = async () => {
    while (next < total) {
      const from = next;
      next = Math.min(total, from + SEED_BATCH);
      await work({ from, count: next - from });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Batches are idempotent, so a batch that was rejected under load is retried. */
async function withRetry(command, batch) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(command, batch);
    } catch (error) {
      if (error.status !== 503 || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 500));
    }
  }
}

function reportProgress() {
  const parts = Object.entries(written).map(([kind, count]) =>
    kind === 'messages' ? `${count} ${kind}` : `${count} of ${options[kind]} ${kind}`,
  );
  process.stderr.write(`seed: ${parts.join(', ')}\n`);
}
