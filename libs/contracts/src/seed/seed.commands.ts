import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCommand } from '../call.ts';
import { services, type ServiceName } from '../services.ts';
import { Mode, Timestamp } from '../schema.ts';

/** Maximum records per call, to stay well within the statement timeout. */
export const SEED_BATCH = 1_000;

const wholeNumber = (max: number) =>
  z.coerce.number(`must be a whole number from 0 to ${max}`).int().min(0).max(max);
const count = (noun: string) => wholeNumber(10_000_000).default(0).describe(`Number of ${noun}`);

/** The options of `parley seed`. */
export const SeedOptions = z
  .object({
    workspace: idOf('workspace'),
    tickets: count('tickets'),
    conversations: count('conversations; requires contacts'),
    contacts: count('contacts'),
    seed: wholeNumber(2 ** 31)
      .default(1)
      .describe('Number that determines the records: the same one produces the same records'),
    mode: Mode.default('live'),
  })
  .refine(({ contacts, conversations }) => conversations === 0 || contacts > 0, {
    path: ['contacts'],
    message: 'must be at least 1, because conversations need contacts',
  })
  .refine(({ tickets, conversations, contacts }) => tickets + conversations + contacts > 0, {
    path: ['tickets'],
    message: 'at least one of --tickets, --conversations and --contacts must be greater than 0',
  });

/** The parameters from which every service derives the same sample data. */
export const SeedRun = z.object({
  workspace: idOf('workspace'),
  mode: Mode,
  seed: z.int(),
  contacts: z.int(),
  conversations: z.int(),
  tickets: z.int(),
  /** Possible assignees; ids are uuids. */
  users: z.array(z.object({ id: z.uuid(), name: z.string() })).max(1_000),
  /** Creation time of the newest records. */
  at: Timestamp,
});
export type SeedRun = z.output<typeof SeedRun>;

const Batch = SeedRun.extend({ from: z.int().min(0), count: z.int().min(1).max(SEED_BATCH) });
/** Number of records, or tag uses, that were new. */
const Written = z.object({ written: z.int() });

export const listSeedUsers = defineCommand({
  command: 'seed:users',
  partOf: 'seed',
  service: 'identity',
  summary: 'List the active users of a workspace, oldest first',
  input: z.object({ workspace: idOf('workspace') }),
  output: SeedRun.pick({ users: true }),
});

const defineBatchCommand = (command: `seed:${string}`, service: ServiceName, summary: string) =>
  defineCommand({ command, partOf: 'seed', service, summary, input: Batch, output: Written });

export const seedContacts = defineBatchCommand(
  'seed:contacts',
  'contact',
  'Write a batch of sample contacts',
);
export const seedTickets = defineBatchCommand('seed:tickets', 'ticket', 'Write a batch of sample tickets');
export const seedTicketTags = defineBatchCommand(
  'seed:ticket-tags',
  'conversation',
  'Count the tags of a batch of sample tickets',
);

export const seedContactProjections = defineCommand({
  command: 'seed:contact-projections',
  partOf: 'seed',
  service: 'each',
  summary: 'Write the projections of a batch of sample contacts',
  input: Batch.extend({ service: z.enum(services) }),
  output: Written,
});

export const seedConversations = defineCommand({
  command: 'seed:conversations',
  partOf: 'seed',
  service: 'conversation',
  summary: 'Write a batch of sample conversations with their messages',
  input: Batch,
  output: Written.extend({ messages: z.int() }),
});
