import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCommand, SERVICES } from '../operation.ts';
import { Mode, Timestamp } from '../schema.ts';

/** What one call writes at most: well within the time that a statement has. */
export const SEED_BATCH = 1_000;

const wholeNumber = (max: number) =>
  z.coerce.number(`must be a whole number from 0 to ${max}`).int().min(0).max(max);
const count = wholeNumber(10_000_000).default(0);

/** The options of `npm run seed`. */
export const SeedOptions = z
  .object({
    workspace: idOf('workspace'),
    tickets: count,
    conversations: count,
    contacts: count,
    seed: wholeNumber(2 ** 31).default(1),
    mode: Mode.default('live'),
  })
  .refine(({ contacts, conversations }) => conversations === 0 || contacts > 0, {
    path: ['contacts'],
    message: 'must be at least 1: conversations are with contacts',
  })
  .refine(({ tickets, conversations, contacts }) => tickets + conversations + contacts > 0, {
    path: ['tickets'],
    message: 'is nothing to write; give --tickets, --conversations or --contacts',
  });

/** One run: which made-up records there are to be, and what they refer to. */
export const Seeding = z.object({
  workspace: idOf('workspace'),
  mode: Mode,
  seed: z.int(),
  contacts: z.int(),
  conversations: z.int(),
  tickets: z.int(),
  /** Uuids of those whom work is assigned to, with the names that are shown. */
  users: z.array(z.object({ id: z.uuid(), name: z.string() })).max(1_000),
  /** The moment that the newest are from just before. */
  at: Timestamp,
});
export type Seeding = z.output<typeof Seeding>;

const Batch = Seeding.extend({ from: z.int().min(0), count: z.int().min(1).max(SEED_BATCH) });
/** Of the batch, how many were not there yet: records, or uses of tags. */
const Written = z.object({ written: z.int() });

export const listSeedUsers = defineCommand({
  id: 'seed.users',
  command: 'seed:users',
  partOf: 'seed',
  service: 'identity',
  summary: 'The active users of a workspace, oldest first',
  input: z.object({ workspace: idOf('workspace') }),
  output: Seeding.pick({ users: true }),
});

export const seedContacts = defineCommand({
  id: 'seed.contacts',
  command: 'seed:contacts',
  partOf: 'seed',
  service: 'contact',
  summary: 'Write a batch of made-up contacts',
  input: Batch,
  output: Written,
});

export const seedCopies = defineCommand({
  id: 'seed.copies',
  command: 'seed:copies',
  partOf: 'seed',
  service: 'each',
  summary: 'What a service keeps of a batch of made-up contacts',
  input: Batch.extend({ service: z.enum(SERVICES) }),
  output: Written,
});

export const seedConversations = defineCommand({
  id: 'seed.conversations',
  command: 'seed:conversations',
  partOf: 'seed',
  service: 'conversation',
  summary: 'Write a batch of made-up conversations with their messages',
  input: Batch,
  output: Written.extend({ messages: z.int() }),
});

export const seedTickets = defineCommand({
  id: 'seed.tickets',
  command: 'seed:tickets',
  partOf: 'seed',
  service: 'ticket',
  summary: 'Write a batch of made-up tickets',
  input: Batch,
  output: Written,
});

export const seedTicketTags = defineCommand({
  id: 'seed.ticket_tags',
  command: 'seed:ticket-tags',
  partOf: 'seed',
  service: 'conversation',
  summary: 'Count the tags of a batch of made-up tickets',
  input: Batch,
  output: Written,
});
