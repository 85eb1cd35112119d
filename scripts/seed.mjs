// `npm run seed -- --workspace ws_… --tickets 1000 --conversations 500 --contacts 200 [--seed 7] [--mode test]`: fills a
// workspace of a running platform with made-up records. Each service writes its own, from nothing but the numbers.
import { clearInterval, setInterval } from 'node:timers';
import {
  listSeedUsers,
  SEED_BATCH,
  seedContacts,
  seedConversations,
  seedCopies,
  SeedOptions,
  seedTickets,
  seedTicketTags,
} from '@parley/contracts';
import { answerWith, failWith, optionsOf, connect } from './command-line.mjs';

const HELP = `usage: npm run seed -- --workspace ID [--tickets N] [--conversations N] [--contacts N] [--seed S] [--mode live|test]

Fills a workspace of the running platform with made-up contacts, conversations with messages, and tickets of the last two
years. The same seed and numbers are the same records, whenever and however often it runs: what is there already stays as
it is, so an interrupted run can be repeated. Webhooks and the bus are told of none of them.`;

/** One of them keeps a core busy, and a database another. */
const AT_ONCE = 2;
const ATTEMPTS = 5;

const args = process.argv.slice(2);
if (args.includes('--help')) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}
const { options } = optionsOf('seed', SeedOptions, args);
const call = await connect({ timeoutMs: 15_000 });
const began = Date.now();
const written = { contacts: 0, conversations: 0, messages: 0, tickets: 0 };
const progress = setInterval(tell, 2_000);
await seed().catch((error) => {
  if (Object.values(written).some((count) => count > 0)) tell();
  failWith('seed', error);
});
clearInterval(progress);
const seconds = (Date.now() - began) / 1000;
const rows = Object.values(written).reduce((sum, count) => sum + count, 0);
answerWith({
  workspace_id: options.workspace,
  mode: options.mode,
  seed: options.seed,
  written,
  seconds: Number(seconds.toFixed(1)),
  rows_per_second: Math.round(rows / seconds),
});

async function seed() {
  const { users } = await call(listSeedUsers, { workspace: options.workspace });
  const seeding = { ...options, users, at: new Date().toISOString() };
  await inBatches(options.contacts, async (batch) => {
    const added = await repeat(seedContacts, { ...seeding, ...batch });
    written.contacts += added.written;
    for (const service of ['ticket', 'conversation'])
      await repeat(seedCopies, { ...seeding, ...batch, service });
  });
  // Contacts first: the others refer to them.
  await inBatches(options.tickets, async (batch) => {
    const added = await repeat(seedTickets, { ...seeding, ...batch });
    written.tickets += added.written;
    await repeat(seedTicketTags, { ...seeding, ...batch });
  });
  await inBatches(options.conversations, async (batch) => {
    const added = await repeat(seedConversations, { ...seeding, ...batch });
    written.conversations += added.written;
    written.messages += added.messages;
  });
}

/** Runs work on one batch after the other, some at once. */
async function inBatches(total, work) {
  let next = 0;
  const lane = async () => {
    while (next < total) {
      const from = next;
      next = Math.min(total, from + SEED_BATCH);
      await work({ from, count: next - from });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** A batch that is written again changes nothing, so one that was refused for load is sent again. */
async function repeat(command, batch) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(command, batch);
    } catch (error) {
      if (error.status !== 503 || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 500));
    }
  }
}

function tell() {
  const parts = Object.entries(written).map(([kind, count]) =>
    kind === 'messages' ? `${count} ${kind}` : `${count} of ${options[kind]} ${kind}`,
  );
  process.stderr.write(`seed: ${parts.join(', ')}\n`);
}
