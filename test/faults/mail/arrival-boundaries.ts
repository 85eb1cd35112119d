import { eventually, gate } from '@parley/testing';
import type { Mailing } from './mailing.ts';
import { blocked, type Reached, type Victim } from './reached.ts';

/** What a boundary knows of its round. */
export interface ArrivalScene {
  readonly mailing: Mailing;
  /** The names of its mails, which are their subjects and texts. */
  readonly names: readonly string[];
  /** A number of this round from 0 to 1. */
  readonly chance: number;
}

export interface ArrivalBoundary {
  readonly name: string;
  readonly victim: Victim;
  /** Prepares it, before the mails are sent. */
  readonly prepare: (scene: ArrivalScene) => Promise<Reached & { readonly body?: Promise<unknown> }>;
}

/** Where a statement waits for a table that another transaction holds, from the beginning of the round. */
const atStatement = (name: string, victim: Victim, table: string, statement: string): ArrivalBoundary => ({
  name: `${victim}: ${name}`,
  victim,
  prepare: async ({ mailing }) => {
    const holder = await mailing.hold();
    // Readers, and those who lock rows to read them, pass.
    await holder.query(`lock table ${table} in share mode`);
    return {
      reached: blocked(mailing, holder, statement),
      release: () => mailing.letGo(holder),
    };
  },
});

/** Where a mail was read, and waits for its row. */
const beforeSummary: ArrivalBoundary = {
  name: 'mail: a mail is read, and nothing of it is stored',
  victim: 'mail',
  prepare: async ({ mailing, names }) => {
    const [claims, holder] = [await mailing.hold(), await mailing.hold()];
    await claims.query('lock table mail.mailbox_activity in share mode');
    const reach = async () => {
      await eventually(async () => (await unread(mailing)) === names.length);
      await holder.query('lock table mail.incoming_mail in share mode');
      await mailing.letGo(claims);
      await blocked(mailing, holder, 'update incoming_mail set content_key%');
    };
    return { reached: reach(), release: () => mailing.letGo(holder) };
  },
};

async function unread(mailing: Mailing): Promise<number> {
  const [row] = await mailing.sql<{ count: number }>(
    `select count(*)::int as count from mail.incoming_mail where status = 'stored'`,
  );
  return row?.count ?? 0;
}

/** As soon as a row of the round is there. */
const onceThere = (name: string, victim: Victim, condition: string): ArrivalBoundary => ({
  name: `${victim}: ${name}`,
  victim,
  prepare: ({ mailing, names }) =>
    Promise.resolve({
      reached: eventually(async () => (await mailing.sql(condition, [names])).length > 0),
      release: () => undefined,
    }),
});

const MESSAGE = 'select from conversation.message where body = any($1)';

/** After a part of the time that a round takes. */
const sometime = (victim: Victim): ArrivalBoundary => ({
  name: `${victim}: at any time`,
  victim,
  prepare: ({ chance }) =>
    Promise.resolve({
      reached: new Promise((resolve) => setTimeout(resolve, 500 * chance)),
      release: () => undefined,
    }),
});

/** In the middle of the bytes, of which the client sends the rest once the process is dead. */
const inBody = (victim: Victim): ArrivalBoundary => ({
  name: `${victim}: in the body`,
  victim,
  prepare: async ({ mailing }) => {
    const [body, release] = gate();
    const before = await files(mailing);
    // The file service has begun a file before it takes a byte.
    return { reached: eventually(async () => (await files(mailing)) > before), release, body };
  },
});

async function files(mailing: Mailing): Promise<number> {
  const [row] = await mailing.sql<{ count: number }>('select count(*)::int as count from file.file');
  return row?.count ?? 0;
}

export const ARRIVAL_BOUNDARIES: readonly ArrivalBoundary[] = [
  ...(['mail', 'file', 'conversation', 'contact'] as const).map(sometime),
  inBody('mail'),
  inBody('file'),
  atStatement('a source begins', 'mail', 'file.file', 'insert into file%'),
  atStatement('a source begins', 'file', 'file.file', 'insert into file%'),
  atStatement('the source is stored, and the row not', 'mail', 'mail.incoming_mail', 'insert into%'),
  onceThere(
    'the row is stored, and perhaps not answered',
    'mail',
    `select from mail.incoming_mail where status = 'stored' and $1::text[] is not null`,
  ),
  atStatement('a claim', 'mail', 'mail.mailbox_activity', '%claim_incoming%'),
  beforeSummary,
  atStatement('a contact is recorded', 'mail', 'contact.contact', '%contact%'),
  atStatement('a contact is recorded', 'conversation', 'contact.contact', '%contact%'),
  atStatement('a contact is recorded', 'contact', 'contact.contact', '%contact%'),
  atStatement('a message is recorded', 'mail', 'conversation.message', '%message%'),
  atStatement('a message is recorded', 'conversation', 'conversation.message', '%message%'),
  atStatement('events are stored with a message', 'conversation', 'conversation.outbox', '%outbox%'),
  onceThere('a message is there, and its mail is not delivered', 'mail', MESSAGE),
  onceThere('a message is there', 'conversation', MESSAGE),
  onceThere('a message is there', 'file', MESSAGE),
  atStatement('what became of a mail is stored', 'mail', 'mail.thread_reference', '%thread_reference%'),
  onceThere(
    'a mail is delivered',
    'mail',
    `select from mail.incoming_mail where status = 'delivered' and subject = any($1)`,
  ),
];
