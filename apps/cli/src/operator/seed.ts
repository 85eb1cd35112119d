import { setTimeout as wait } from 'node:timers/promises';
import {
  listSeedUsers,
  SEED_BATCH,
  seedContactProjections,
  seedContacts,
  seedConversations,
  SeedOptions,
  seedTickets,
  seedTicketTags,
  type Input,
  type InternalCall,
} from '@parley/contracts';
import { showProgress } from '@parley/runtime/process/progress';
import type { Command } from 'commander';
import type { z } from 'zod';
import { addCommand, jsonOption } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { withConnection, type Call, type Env } from './connection.ts';
import { optionsFor, parseOptions } from './options.ts';

/** Each batch keeps one core busy in the service and one in the database. */
const CONCURRENCY = 2;
const ATTEMPTS = 5;
const REPORT_MS = 2_000;
const BAR_MS = 200;

type Options = z.output<typeof SeedOptions>;
type Written = Record<'contacts' | 'conversations' | 'messages' | 'tickets', number>;

/** Adds `parley seed`. */
export function addSeedCommand(program: Command, terminal: Terminal, env: Env): void {
  addCommand(program, {
    name: 'seed',
    group: 'Run the platform:',
    summary: 'Write sample contacts, conversations and tickets to a workspace',
    description:
      'Write sample contacts, conversations with messages, and tickets of the last two years to a workspace.\n\n' +
      'The same seed and counts produce the same records, and existing records are kept, so an interrupted run can be ' +
      'repeated. No events are emitted.',
    example:
      'npx parley seed --workspace ws_01h2xcejqtf2nbrexx3vqjhp41 --contacts 300 --tickets 1000 --conversations 400',
    options: [...optionsFor(SeedOptions), jsonOption()],
  }).action(async (values: Record<string, unknown>) => {
    const { options } = parseOptions(SeedOptions, values);
    await withConnection(env, async ({ call }) => {
      terminal.print(await seed(options, call, terminal), values);
    });
  });
}

/** Writes sample data in batches. Each service derives and writes its own records. */
async function seed(options: Options, call: Call, terminal: Terminal): Promise<object> {
  const began = Date.now();
  const written: Written = { contacts: 0, conversations: 0, messages: 0, tickets: 0 };
  const report = () => {
    terminal.printProgress(`seed: ${progressOf(written, options)}`);
  };
  const stopReporting = reportWhile(options, written, report);
  try {
    await writeAll(options, call, written);
  } catch (error) {
    stopReporting();
    if (Object.values(written).some((count) => count > 0)) report();
    throw error;
  }
  stopReporting();
  const seconds = (Date.now() - began) / 1000;
  const rows = Object.values(written).reduce((sum, count) => sum + count, 0);
  return {
    workspace_id: options.workspace,
    mode: options.mode,
    seed: options.seed,
    written,
    seconds: Number(seconds.toFixed(1)),
    rows_per_second: Math.round(rows / seconds),
  };
}

/** Shows a bar on a terminal, and lines elsewhere, until the returned function is called. */
function reportWhile({ contacts, conversations, tickets }: Options, written: Written, report: () => void) {
  const bar = showProgress('seeding', contacts + conversations + tickets);
  const update = () => {
    bar.update(written.contacts + written.conversations + written.tickets);
  };
  const timer = process.stderr.isTTY ? setInterval(update, BAR_MS) : setInterval(report, REPORT_MS);
  return () => {
    clearInterval(timer);
    bar.stop();
  };
}

async function writeAll(options: Options, call: Call, written: Written): Promise<void> {
  const { users } = await call(listSeedUsers, { workspace: options.workspace });
  const run = { ...options, users, at: new Date().toISOString() };
  await inBatches(options.contacts, async (batch) => {
    const added = await withRetry(call, seedContacts, { ...run, ...batch });
    written.contacts += added.written;
    for (const service of ['ticket', 'conversation'] as const)
      await withRetry(call, seedContactProjections, { ...run, ...batch, service });
  });
  // Tickets and conversations refer to the contacts.
  await inBatches(options.tickets, async (batch) => {
    const added = await withRetry(call, seedTickets, { ...run, ...batch });
    written.tickets += added.written;
    await withRetry(call, seedTicketTags, { ...run, ...batch });
  });
  await inBatches(options.conversations, async (batch) => {
    const added = await withRetry(call, seedConversations, { ...run, ...batch });
    written.conversations += added.written;
    written.messages += added.messages;
  });
}

async function inBatches(total: number, work: (batch: { from: number; count: number }) => Promise<void>) {
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
async function withRetry<C extends InternalCall>(call: Call, command: C, batch: Input<C>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(command, batch);
    } catch (error) {
      if ((error as { status?: number }).status !== 503 || attempt === ATTEMPTS) throw error;
      await wait(attempt * 500);
    }
  }
}

function progressOf(written: Written, options: Options): string {
  const { contacts, conversations, messages, tickets } = written;
  return [
    `${contacts} of ${options.contacts} contacts`,
    `${conversations} of ${options.conversations} conversations`,
    `${messages} messages`,
    `${tickets} of ${options.tickets} tickets`,
  ].join(', ');
}
